import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { damagedDatabase, prepareDataFolder } from './data-folder';
import { type DirectoryLock, lockDirectory } from './directory-lock';
import { QUERY_LIMIT_MS } from './database-waits';
import { LimitedPool } from './limited-pool';
import { scheduleMaintenance } from './maintenance';
import { migrateForStart } from './migrate';
import { checkControlFile } from './control-file';
import { schedulePageChecks } from './page-checks';
import { PgliteStream } from './pglite-stream';
import { type PgliteThread, startPgliteThread } from './pglite-thread';
import { START_LIMIT_MS } from './start-error';

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
