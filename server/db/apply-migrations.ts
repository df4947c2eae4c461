import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { createdIndex, type Migration } from './migration-files';
import { DatabaseStartError, START_LIMIT_MINUTES } from './start-error';

/** A migration that waits longer for a table gives way, so that the requests queued behind it continue. */
const LOCK_TIMEOUT_MS = 200;
/** A migration that does much before it needs a table must not repeat that for ever. */
const LOCK_FIRST_AFTER_MS = 5 * SECOND_MS;
export const RETRY_MS = 250;

/** Neighbors that may share a transaction, and each other migration alone. */
export function batchesOf(migrations: readonly Migration[]): Migration[][] {
  const batches: Migration[][] = [];
  for (const migration of migrations) {
    const batch = batches.at(-1);
    const sharesTransaction = migration.statements === null && batch?.[0]?.statements === null;
    if (batch && sharesTransaction) batch.push(migration);
    else batches.push([migration]);
  }
  return batches;
}

/**
 * Applies neighbors in one transaction, as often as it takes until requests do not hold their tables.
 *
 * @throws DatabaseStartError when the tables are in use up to the deadline.
 */
export async function applyBatch(client: PoolClient, batch: Migration[], deadlineMs: number): Promise<void> {
  const [first] = batch;
  if (first?.statements) return applyAlone(client, first, first.statements);
  const startedAtMs = Date.now();
  let locksFirst = false;
  for (;;) {
    try {
      return await applyTogether(client, batch, locksFirst);
    } catch (error) {
      if (!isAboutLocks(error)) throw error;
      locksFirst ||= error.code === DEADLOCK || Date.now() - startedAtMs > LOCK_FIRST_AFTER_MS;
      await client.query('ROLLBACK');
      if (Date.now() > deadlineMs) {
        throw new DatabaseStartError(
          `The database has been too busy to be upgraded for ${START_LIMIT_MINUTES} minutes. ` +
            'End long transactions on it, then start again.',
          { cause: error },
        );
      }
      await sleep(RETRY_MS);
    }
  }
}

async function applyTogether(
  client: PoolClient,
  batch: readonly Migration[],
  locksFirst: boolean,
): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = 0`);
  if (locksFirst) await lockTables(client, batch);
  for (const migration of batch) {
    await client.query(migration.text);
    await record(client, migration);
  }
  await client.query('COMMIT');
}

/**
 * Locks every table that migrations name. Requests that read a table, and then write to it, would meet a migration in a
 * deadlock that first keeps writers and then readers out, again and again.
 */
async function lockTables(client: PoolClient, batch: readonly Migration[]): Promise<void> {
  const words = new Set(batch.flatMap(({ text }) => text.replace(/--.*$/gm, '').match(/\w+/g) ?? []));
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname",
  );
  const names = rows.filter(({ name }) => words.has(name)).map(({ name }) => `"${name}"`);
  if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

/** May have been interrupted before: each statement repeats without harm, once a half-built index is gone. */
async function applyAlone(
  client: PoolClient,
  migration: Migration,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const index = createdIndex(statement);
    if (index !== undefined && (await isInvalidIndex(client, index))) {
      await client.query(`DROP INDEX CONCURRENTLY ${index}`);
    }
    await client.query(statement);
  }
  await record(client, migration);
}

async function isInvalidIndex(client: PoolClient, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  );
  return rowCount === 1;
}

async function record(client: PoolClient, { name, hash, compatibleWith }: Migration): Promise<void> {
  await client.query('INSERT INTO migrations (name, hash, compatible_with) VALUES ($1, $2, $3)', [
    name,
    hash,
    compatibleWith,
  ]);
}

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

/** A lock that was not granted in time, or a deadlock with a request, which PostgreSQL may notice at once. */
const isAboutLocks = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);
