import { Pool } from 'pg';
import type { Logger } from 'pino';
import { prepareDataFolder } from './data-folder';
import { type DirectoryLock, lockDirectory } from './directory-lock';
import { scheduleMaintenance } from './maintenance';
import { PgliteStream } from './pglite-stream';
import { type PgliteThread, startPgliteThread } from './pglite-thread';

/** A pool, and what has to be closed with it. */
export type OpenPool = { pool: Pool; close: () => Promise<void> };

/** A pool of one connection whose server is PGlite in a thread of this process. */
export function createPglitePool(thread: PgliteThread): Pool {
  return new Pool({
    stream: () => new PgliteStream(thread),
    max: 1,
    // The session is kept, and with it the statements prepared in it.
    idleTimeoutMillis: 0,
    // A query on the pool inside a transaction waits for itself: better an error than for ever.
    connectionTimeoutMillis: 10_000,
    // Else PGUSER and PGDATABASE of the shell decide.
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  });
}

/**
 * Opens the embedded database in a folder, which no other process may have open.
 *
 * @throws DirectoryLockedError when one has.
 */
export async function openPglite(dataDir: string, logger: Logger): Promise<OpenPool> {
  const lock = await lockDirectory(dataDir);
  try {
    const path = await prepareDataFolder(dataDir);
    const thread = await startPgliteThread({ kind: 'folder', path });
    return serve(thread, lock, logger);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function serve(thread: PgliteThread, lock: DirectoryLock, logger: Logger): OpenPool {
  const pool = createPglitePool(thread);
  pool.on('error', (error) => logger.error({ err: error }, 'The connection to the database was lost.'));
  void thread.ended.then((reason) => {
    if (reason) logger.fatal({ err: reason }, 'The embedded database has stopped: start the process again.');
  });
  void lock.lost.then(async () => {
    logger.fatal('Another process has taken the data folder: the embedded database stops.');
    await thread.kill();
  });
  const stopMaintenance = scheduleMaintenance(pool, logger);
  return {
    pool,
    close: async () => {
      stopMaintenance();
      try {
        await pool.end();
        await thread.close();
      } finally {
        lock.release();
      }
    },
  };
}
