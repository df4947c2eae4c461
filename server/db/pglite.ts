import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { withDeadline } from '@/server/base/async-context';
import { runAsJob } from '@/server/base/log';
import { damagedDatabase, prepareDataFolder } from './data-dir';
import { type DirectoryLock, lockDirectory } from './directory-lock';
import { QUERY_LIMIT_MS } from './database-waits';
import { LimitedPool } from './limited-pool';
import { migrateForStart } from './migrate';
import { checkControlFile, schedulePageChecks } from './page-checks';
import { PgliteStream, type PgliteThread, startPgliteThread } from './pglite-thread';
import { START_LIMIT_MS } from './database-waits';

/** A pool, and a function that closes it together with everything behind it. */
export type OpenPool = {
  pool: LimitedPool;
  close: () => Promise<void>;
  /** Resolves to a sentence when the database is gone: only a new process can open it again. */
  lost: Promise<string>;
};

/** A pool of one connection whose server is PGlite in a thread of this process. */
export const createPglitePool = (thread: PgliteThread): LimitedPool =>
  new LimitedPool(configFor(thread, QUERY_LIMIT_MS));

const configFor = (thread: PgliteThread, connectionTimeoutMillis: number): PoolConfig => ({
  stream: () => new PgliteStream(thread),
  max: 1,
  // Keeps the session, and with it the statements prepared in it.
  idleTimeoutMillis: 0,
  // A query on the pool inside a transaction waits for itself: an error is better than waiting forever.
  connectionTimeoutMillis,
  // Otherwise PGUSER and PGDATABASE of the shell decide.
  user: 'postgres',
  database: 'postgres',
  ssl: false,
});

/**
 * Opens the embedded database in a folder and brings its schema up to date.
 *
 * @throws DirectoryLockedError when another process has the folder open; DatabaseStartError when the database is damaged
 *   or its schema cannot be migrated.
 */
export async function openPglite(dataDir: string, logger: Logger): Promise<OpenPool> {
  const lock = await lockDirectory(dataDir, { onWait: (sentence) => logger.warn(sentence) });
  try {
    const path = await prepareDataFolder(dataDir);
    if (checkControlFile(path) === 'damaged') throw damagedDatabase(path);
    const thread = await startPgliteThread({ kind: 'folder', path, lease: lock.lease }).catch(
      (error: unknown) => {
        throw damagedDatabase(path, error);
      },
    );
    await migratePglite(thread, logger);
    return serve(thread, lock, { logger, path });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Brings the schema up to date on a connection of its own, which waits longer than a request may: on a busy machine
 * the first start takes minutes. Ends the thread if it fails.
 */
export async function migratePglite(thread: PgliteThread, logger: Logger): Promise<void> {
  const startPool = new Pool(configFor(thread, START_LIMIT_MS));
  try {
    await migrateForStart(startPool, logger);
    await startPool.end();
  } catch (error) {
    await thread.kill();
    throw error;
  }
}

function serve(
  thread: PgliteThread,
  lock: DirectoryLock,
  { logger, path }: { logger: Logger; path: string },
): OpenPool {
  const pool = createPglitePool(thread);
  pool.on('error', (error) => logger.error({ err: error }, 'The connection to the database was lost.'));
  let lockLoss: string | undefined;
  void lock.lost.then((reason) => {
    lockLoss = reason;
    // The folder must not be written any more, whatever waits.
    return thread.kill();
  });
  const lost = thread.ended.then((reason) => {
    if (!reason) return new Promise<never>(() => undefined);
    if (lockLoss !== undefined) return lockLoss;
    logger.fatal({ err: reason }, 'The embedded database has stopped.');
    return 'The embedded database has stopped.';
  });
  const stopMaintenance = scheduleMaintenance(pool, logger);
  const stopPageChecks = schedulePageChecks(path, logger);
  return {
    pool,
    lost,
    close: async () => {
      stopMaintenance();
      stopPageChecks();
      try {
        await pool.end();
        await thread.close();
      } finally {
        lock.release();
      }
    },
  };
}

const CHECK_INTERVAL_MS = 5_000;
/** Without checkpoints the write-ahead log grows forever, and the next start replays all of it. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_AFTER_MS = 5 * MINUTE_MS;
/** After this time without a query, maintenance delays no request. */
const QUIET_MS = 1_000;
/** On a site that is never quiet, maintenance is postponed for this long at most. */
const POSTPONED_MS_MAX = MINUTE_MS;
/** VACUUM of a large table takes longer than a request may. */
const RUN_LIMIT_MS = 5 * MINUTE_MS;

/**
 * Uses the thresholds of PostgreSQL's autovacuum. A table that needs both gets two statements, so that requests can
 * run in between. With 100,000 products the longest one, ANALYZE of search_documents, takes 0.8 s.
 */
const STATEMENTS_DUE = `
  SELECT 'VACUUM ' || quote_ident(relname) AS statement
  FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
  UNION ALL
  SELECT 'ANALYZE ' || quote_ident(relname)
  FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Runs CHECKPOINT, VACUUM and ANALYZE on PGlite, which has no background processes for them. Prefers quiet moments.
 *
 * @returns a function that stops the maintenance.
 */
export function scheduleMaintenance(
  pool: Pool,
  logger: Logger,
  checkIntervalMs = CHECK_INTERVAL_MS,
): () => void {
  let checkpointedAtByte: number | null = null;
  let checkpointedAtMs = Date.now();
  let usedAtMs = 0;
  let dueSinceMs: number | null = null;
  let isRunning = false;

  const noteUse = () => {
    if (!isRunning) usedAtMs = Date.now();
  };
  pool.on('acquire', noteUse);

  async function checkpoint(): Promise<void> {
    const { rows } = await pool.query<{ position: string }>(
      "SELECT pg_current_wal_insert_lsn() - '0/0' AS position",
    );
    const position = Number(rows[0]?.position);
    checkpointedAtByte ??= position;
    const writtenBytes = position - checkpointedAtByte;
    const isDue = Date.now() - checkpointedAtMs > CHECKPOINT_AFTER_MS && writtenBytes > 0;
    if (writtenBytes < CHECKPOINT_AFTER_BYTES && !isDue) return;
    await pool.query('CHECKPOINT');
    checkpointedAtByte = position;
    checkpointedAtMs = Date.now();
  }

  async function tidy(): Promise<void> {
    const { rows } = await pool.query<{ statement: string }>(STATEMENTS_DUE);
    if (rows.length === 0) {
      dueSinceMs = null;
      return;
    }
    dueSinceMs ??= Date.now();
    const isQuiet = Date.now() - usedAtMs > QUIET_MS;
    if (!isQuiet && Date.now() - dueSinceMs < POSTPONED_MS_MAX) return;
    for (const { statement } of rows) await pool.query(statement);
  }

  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    runAsJob('database-maintenance', () => withDeadline(RUN_LIMIT_MS, () => checkpoint().then(tidy)))
      // A long transaction has the only connection, or the process is ending. The next run tries again.
      .catch((error: unknown) => logger.debug({ err: error }, 'Database maintenance was postponed.'))
      .finally(() => {
        isRunning = false;
      });
  }, checkIntervalMs);
  timer.unref();

  return () => {
    clearInterval(timer);
    pool.off('acquire', noteUse);
  };
}
