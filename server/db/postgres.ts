import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { migrateForStart } from './migrate';
import type { OpenPool } from './pglite';
import { DatabaseStartError, START_LIMIT_MS } from './start-error';

const MAJOR_VERSION_MIN = 15;

/** The settings of every session. Start parameters would be shorter, but connection poolers refuse them. */
const sessionSettings = [
  "SET TimeZone = 'UTC'",
  "SET statement_timeout = '30s'",
  "SET idle_in_transaction_session_timeout = '60s'",
].join('; ');

/**
 * Opens a pool on a PostgreSQL server and brings its schema up to date.
 *
 * @throws DatabaseStartError when the server cannot be reached, is older than PostgreSQL 15, or cannot be migrated.
 */
export async function openPostgres(
  databaseUrl: string,
  logger: Logger,
  connectionsMax = 10,
): Promise<OpenPool> {
  const startPool = createPool(databaseUrl, { max: 1, connectionTimeoutMillis: START_LIMIT_MS });
  try {
    await requireSupportedVersion(startPool);
    await migrateForStart(startPool, logger);
  } finally {
    await startPool.end();
  }
  const pool = createPool(databaseUrl, { max: connectionsMax, connectionTimeoutMillis: 10_000 });
  pool.on('error', (error) => logger.error({ err: error }, 'An idle connection to the database was lost.'));
  return { pool, close: () => pool.end() };
}

function createPool(databaseUrl: string, limits: Pick<PoolConfig, 'max' | 'connectionTimeoutMillis'>): Pool {
  return new Pool({
    connectionString: databaseUrl,
    application_name: 'directory',
    ...limits,
    idleTimeoutMillis: 30_000,
    // When another server takes over the host name, connections to the old one end within the hour.
    maxLifetimeSeconds: HOUR_MS / SECOND_MS,
    keepAlive: true,
    // The pool waits for the promise, although its type does not say so.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
}

async function requireSupportedVersion(pool: Pool): Promise<void> {
  const version = await readVersion(pool);
  if (Number.parseInt(version, 10) >= MAJOR_VERSION_MIN) return;
  throw new DatabaseStartError(
    `The server behind DATABASE_URL is PostgreSQL ${version}; PostgreSQL ${MAJOR_VERSION_MIN} or later is needed.`,
  );
}

async function readVersion(pool: Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? '';
  } catch (error) {
    throw new DatabaseStartError(`The server behind DATABASE_URL cannot be used: ${describe(error)}.`, {
      cause: error,
    });
  }
}

/** A host name with several IP addresses fails with one error without a message that contains the others. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join(', ');
  return String(error).replace(/^Error: /, '');
}
