import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS, isBehindPooler } from './advisory-locks';
import {
  applyBatch,
  batchesOf,
  RETRY_MS,
  type Migration,
  numberOf,
  readMigrations,
} from './apply-migrations';
import { DatabaseStartError } from '@/server/base/errors';
import { START_LIMIT_MINUTES, START_LIMIT_MS } from './database-waits';

type AppliedRow = { name: string; hash: string; compatible_with: string | null };

/**
 * Brings the schema up to date: applies the missing migrations in the order of their numbers, each in a transaction of its
 * own, so that requests wait for one at most. Into an empty database, neighbors share a transaction, which is faster.
 *
 * Safe to call from several processes at once: one does the work, the others wait. A run that was interrupted
 * continues with the next call.
 *
 * @param options.folder of `*.sql` files, by default the product's own. Must end with a slash.
 * @param options.last the name of the last migration to apply, by default the newest.
 * @returns the names of the migrations that this call applied.
 * @throws DatabaseStartError when files and database contradict each other, or when the database stays busy for
 *   10 minutes. See docs/upgrading.md.
 */
export async function migrate(
  pool: Pool,
  { folder, last }: { folder?: URL; last?: string } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => last === undefined || name <= last);
  const deadlineMs = Date.now() + START_LIMIT_MS;
  const locking = await connect(pool);
  let client = locking;
  try {
    // PGlite has one connection, and no pooler.
    const hasSession = pool.options.max === 1 || !(await isBehindPooler(locking));
    // Building an index may take longer than a request may.
    if (hasSession) await client.query('SET statement_timeout = 0');
    await lock(locking, hasSession ? 'session' : 'transaction', deadlineMs);
    if (!hasSession) client = await connect(pool);
    const applied = await listApplied(client);
    const missing = findMissing(migrations, applied);
    const batches = applied.length === 0 ? batchesOf(missing) : missing.map((migration) => [migration]);
    for (const batch of batches) await applyBatch(client, batch, deadlineMs);
    if (hasSession) await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate]);
    else await locking.query('COMMIT');
    return missing.map(({ name }) => name);
  } finally {
    // Closes the connection: neither its settings, its lock nor an open transaction may reach a request.
    client.release(true);
    if (client !== locking) locking.release(true);
  }
}

/** @param pool that serves the start alone. */
export async function migrateForStart(pool: Pool, logger: Logger): Promise<void> {
  // The statement that fails reports the error; without a listener the process would end before.
  pool.on('error', () => undefined);
  const applied = await migrate(pool);
  if (applied.length > 0) logger.info({ applied }, 'The database schema was upgraded.');
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!(error instanceof Error) || !/timeout/.test(error.message)) throw error;
    throw new DatabaseStartError(
      'The database does not answer. The machine may be too busy; try again later.',
      {
        cause: error,
      },
    );
  }
}

/**
 * Asks again and again instead of waiting inside PostgreSQL: a statement that waits holds a snapshot, and
 * CREATE INDEX CONCURRENTLY waits for every older snapshot.
 *
 * @param holder what holds the lock. An open transaction between two statements has no snapshot either.
 */
async function lock(
  client: PoolClient,
  holder: 'session' | 'transaction',
  deadlineMs: number,
): Promise<void> {
  const isInTransaction = holder === 'transaction';
  // Without a parameter: the portal of a statement with parameters keeps its snapshot until the transaction ends.
  const tryLock = isInTransaction
    ? `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migrate}) AS "isLocked"`
    : `SELECT pg_try_advisory_lock(${ADVISORY_LOCKS.migrate}) AS "isLocked"`;
  for (;;) {
    if (isInTransaction) await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ isLocked: boolean }>(tryLock);
    if (rows[0]?.isLocked) return;
    // Gives the connection back to the pooler, which may have none left for the process that holds the lock.
    if (isInTransaction) await client.query('ROLLBACK');
    if (Date.now() > deadlineMs) {
      throw new DatabaseStartError(
        `Another process has been upgrading the database for ${START_LIMIT_MINUTES} minutes. ` +
          'Wait until it has finished, then start again.',
      );
    }
    await sleep(RETRY_MS);
  }
}

async function listApplied(client: PoolClient): Promise<AppliedRow[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       name text PRIMARY KEY,
       hash text NOT NULL,
       applied_at timestamptz(3) NOT NULL DEFAULT now()
     );
     ALTER TABLE migrations ADD COLUMN IF NOT EXISTS compatible_with text`,
  );
  return (await client.query<AppliedRow>('SELECT name, hash, compatible_with FROM migrations ORDER BY name'))
    .rows;
}

function findMissing(migrations: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const changed = migrations.find(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash);
  if (changed) {
    throw new DatabaseStartError(
      `Migration ${changed.name} was changed after it was applied. Undo the change and add a new migration.`,
    );
  }
  requireCompatibleSchema(migrations, applied);

  const missing = migrations.filter(({ name }) => !hashes.has(name));
  const last = applied.at(-1)?.name ?? '';
  const late = missing.find(({ name }) => numberOf(name) <= numberOf(last));
  if (late) {
    throw new DatabaseStartError(
      `Migration ${late.name} is older than ${last}, which has been applied. Give it a number above ${numberOf(last)}.`,
    );
  }
  return missing;
}

/** A newer build may have migrated the database; each of its migrations must declare that this build still works. */
function requireCompatibleSchema(migrations: readonly Migration[], applied: readonly AppliedRow[]): void {
  const own = new Set(migrations.map(({ name }) => name));
  const ownLast = numberOf(migrations.at(-1)?.name ?? '');
  const breaking = applied.find(
    ({ name, compatible_with: oldest }) => !own.has(name) && (oldest === null || oldest > ownLast),
  );
  if (breaking) {
    throw new DatabaseStartError(
      `The database was upgraded by a newer version (migration ${breaking.name}), and this version cannot use it. ` +
        'Start the newer version, or restore a backup from before the upgrade. See docs/upgrading.md.',
    );
  }
}
