import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { OpenPool } from './pglite';
import { DatabaseStartError } from './start-error';

const MAJOR_VERSION_MIN = 15;

/** What every session is told; not sent as start parameters, which connection poolers refuse. */
const sessionSettings = [
  "SET TimeZone = 'UTC'",
  "SET statement_timeout = '30s'",
  "SET idle_in_transaction_session_timeout = '60s'",
].join('; ');

/**
 * Opens a pool on a PostgreSQL server.
 *
 * @throws DatabaseStartError when the server cannot be reached or is older than PostgreSQL 15.
 */
export async function openPostgres(
  databaseUrl: string,
  logger: Logger,
  connectionsMax = 10,
): Promise<OpenPool> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'directory',
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // A connection does not outlive a server that moved behind the same name by much.
    maxLifetimeSeconds: 3_600,
    keepAlive: true,
    // The pool waits for it, only its type does not say so.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  pool.on('error', (error) => logger.error({ err: error }, 'An idle connection to the database was lost.'));
  try {
    await requireSupportedVersion(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, close: () => pool.end() };
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

/** A name with several addresses fails with one error that has no message and several in it. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join(', ');
  return String(error).replace(/^Error: /, '');
}
