import { resolve } from 'node:path';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { migrate } from './migrate';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

/** The database, or a transaction on it: a query takes either. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  db: Db;
  pool: Pool;
  kind: 'pglite' | 'postgres';
  /** Finishes what is running and closes it, for every part of the process that has it. */
  close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** PostgreSQL's address; PGlite in `dataDir` without one. */
  databaseUrl?: string;
  /** Connections to PostgreSQL at once, 10 by default. PGlite has one. */
  connectionsMax?: number;
  dataDir: string;
  logger: Logger;
};

declare global {
  // Next loads a module more than once per process, and two writers on one folder lose rows.
  var openDatabases: Map<string, Promise<Database>> | undefined;
}

/**
 * Opens the database and brings its tables up to date. A process that has it open already gets the
 * same one again.
 *
 * @throws DatabaseStartError when it cannot; a DirectoryLockedError when another process has it open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (process.env.NEXT_PHASE === 'phase-production-build') {
    throw new Error('A page opened the database during the build: pages are built without data.');
  }
  const openDatabases = (globalThis.openDatabases ??= new Map<string, Promise<Database>>());
  const name = options.databaseUrl ?? resolve(options.dataDir);
  const open = openDatabases.get(name);
  if (open) return open;

  const forget = () => openDatabases.delete(name);
  const opening = openOnce(options, forget);
  openDatabases.set(name, opening);
  try {
    return await opening;
  } catch (error) {
    forget();
    throw error;
  }
}

async function openOnce(
  { databaseUrl, connectionsMax, dataDir, logger }: DatabaseOptions,
  forget: () => void,
): Promise<Database> {
  const { pool, close } = databaseUrl
    ? await openPostgres(databaseUrl, logger, connectionsMax)
    : await openPglite(dataDir, logger);
  try {
    const applied = await migrate(pool);
    if (applied.length > 0) logger.info({ applied }, 'The database was brought up to date.');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: drizzle({ client: pool }),
    pool,
    kind: databaseUrl ? 'postgres' : 'pglite',
    close: async () => {
      forget();
      await close();
    },
  };
}
