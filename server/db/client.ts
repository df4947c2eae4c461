import { resolve } from 'node:path';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { LimitedPool } from './limited-pool';
import { openPglite } from './pglite';
import { type AwayOptions, openPostgres, type ReplicaOptions } from './postgres';
import type { Replicas } from './replicas';

/** The database or a transaction on it. Queries take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  db: Db;
  pool: LimitedPool;
  kind: 'pglite' | 'postgres';
  replicas: Replicas | undefined;
  /** Resolves to a sentence when the database is gone for good. The process is to end: see `host/process.ts`. */
  lost: Promise<string>;
  /** Finishes running queries and closes the database for every part of the process that uses it. */
  close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** The URL of a PostgreSQL server. Without it, PGlite in `dataDir` is opened. */
  databaseUrl?: string;
  /** Maximum number of connections to PostgreSQL, 10 by default. PGlite has one. */
  connectionsMax?: number;
  /** Servers that public reads may go to. */
  replicas?: ReplicaOptions;
  away?: AwayOptions;
  dataDir: string;
  logger: Logger;
};

declare global {
  // Next loads a module more than once per process, and two writers on one data folder lose rows.
  var openDatabases: Map<string, Promise<Database>> | undefined;
}

/**
 * Opens the database and brings its schema up to date. A second call in the same process returns the same database.
 *
 * @throws DatabaseStartError when the database cannot be used; its subclass DirectoryLockedError when another process
 *   has the embedded database open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (process.env.NEXT_PHASE === 'phase-production-build') {
    throw new Error('A page opened the database during the build. Pages are built without data.');
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
  { databaseUrl, connectionsMax, replicas: replicaOptions, away, dataDir, logger }: DatabaseOptions,
  forget: () => void,
): Promise<Database> {
  const { pool, replicas, lost, close } = databaseUrl
    ? await openPostgres(databaseUrl, logger, connectionsMax, replicaOptions, away)
    : { replicas: undefined, ...(await openPglite(dataDir, logger)) };
  return {
    db: drizzle({ client: pool }),
    pool,
    replicas,
    lost,
    kind: databaseUrl ? 'postgres' : 'pglite',
    close: async () => {
      forget();
      await close();
    },
  };
}
