import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { withDeadline } from '@/server/base/async-context';
import type { Db } from '@/server/db/client';

const ATTEMPTS_MAX = 5;
/** The longest pause before the second attempt; it doubles with each further one. */
const PAUSE_MS = 20;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

export const UNIQUE_CONSTRAINTS = {
  handle: 'users_handle_key',
  handleSkeleton: 'users_handle_skeleton',
  slug: 'products_slug_key',
  slugHistory: 'product_slugs_pkey',
  canonicalURL: 'products_canonical_url_key',
  editCanonicalURL: 'product_edits_canonical_url_key',
} as const;
type UniqueConstraint = keyof typeof UNIQUE_CONSTRAINTS;

/**
 * Repeats a write that lost against a concurrent one: a deadlock, a serialization failure, or a unique violation of
 * one of the given constraints. Any other error, and the fifth conflict, reach the caller.
 *
 * @param write a whole transaction, or a single statement.
 * @param constraints whose violation the next attempt of the write resolves.
 */
export async function retryConflicts<T>(
  write: () => Promise<T>,
  constraints: readonly UniqueConstraint[] = [],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isConflict(error, constraints)) throw error;
    }
    // Random, so that two writes that met once do not meet again.
    await sleep(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
  }
}

/** As `retryConflicts`, for a transaction. */
export const inTransaction = <T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  constraints?: readonly UniqueConstraint[],
): Promise<T> => retryConflicts(() => db.transaction(work), constraints);

/** Members, rings and products may have 100,000 upvotes, which take a few seconds. */
const LONG_MS_MAX = 30 * SECOND_MS;

/** As `inTransaction`, for a change of any number of upvotes. */
export const inLongTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  withDeadline(LONG_MS_MAX, () => inTransaction(db, work));

/** Drizzle wraps PostgreSQL's error, whose code and constraint decide. */
function isConflict(error: unknown, constraints: readonly UniqueConstraint[]): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause)) continue;
    if (cause.code === SERIALIZATION_FAILURE || cause.code === DEADLOCK) return true;
    if (cause.code !== UNIQUE_VIOLATION) continue;
    const violated = 'constraint' in cause ? cause.constraint : undefined;
    return constraints.some((name) => UNIQUE_CONSTRAINTS[name] === violated);
  }
  return false;
}

export type WriteRefusal = { kind: 'character' | 'size' } | { kind: 'rule'; constraint: string };

/** By the first two digits of PostgreSQL's error code (its class). */
const KINDS = new Map<string, WriteRefusal['kind']>([
  ['22', 'character'],
  ['23', 'rule'],
  ['54', 'size'],
]);

/**
 * Why the database refused the values of a row; undefined for every other error, such as a lost connection. Never contains
 * a value.
 */
export function refusalOf(error: unknown): WriteRefusal | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    const kind = KINDS.get(cause.code.slice(0, 2));
    if (kind !== 'rule') return kind && { kind };
    return { kind, constraint: String('constraint' in cause ? cause.constraint : undefined) };
  }
  return undefined;
}
