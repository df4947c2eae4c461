import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { DatabaseStartError } from '@/server/base/errors';
import { HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { QUERY_LIMIT_MS, START_LIMIT_MS } from './database-waits';
import { LimitedPool } from './limited-pool';
import { migrateForStart } from './migrate';
import type { OpenPool } from './pglite';
import { isBehindPooler } from './advisory-locks';
import { Replicas } from './replicas';

import { askServer, watchServer } from './postgres-server';

const MAJOR_VERSION_MIN = 15;

/** How long the server may be away, unless DATABASE_AWAY_SECONDS says so. PostgreSQL restarts in a few seconds. */
const AWAY_MS_MAX = 10 * SECOND_MS;

/** PgBouncer refuses most start parameters, but remembers this setting for each of its clients. */
const TIME_ZONE = "SET TimeZone = 'UTC'";

/** The settings of every session. Behind a pooler, they belong into its `connect_query`: see docs/scaling.md. */
const sessionSettings = [
  TIME_ZONE,
  "SET statement_timeout = '30s'",
  "SET idle_in_transaction_session_timeout = '60s'",
  // The planner takes tables that grow for much longer than they are, and compiling a statement takes 15 ms.
  'SET jit = off',
  // Statements read few rows, for which merging whole indexes is never faster. Only to compare it, the planner reads both
  // ends of each index: a tenth of the time of a list.
  'SET enable_mergejoin = off',
  // Ends the query of a client that gave it up. Only servers on Linux notice, and others refuse the setting.
  `SELECT set_config(name, '2s', false) FROM pg_settings
   WHERE name = 'client_connection_check_interval' AND version() LIKE '%linux%'`,
].join('; ');

/** The pause between two questions to a server that a start waits for. */
const ASK_AGAIN_MS = 500;

/** Connections to a server that does not answer cannot be closed properly. */
const CLOSE_LIMIT_MS = 2_000;
export type ReplicaOptions = {
  urls?: readonly string[];
  /** A replica that is further behind is left out. */
  lagMsMax?: number;
};

export type AwayOptions = {
  /** How long the server may be away until the database counts as lost, 10 seconds by default. */
  awayMsMax?: number;
  /** How long the start waits for a server that does not answer. Not at all by default, as a terminal command wants it. */
  startWaitMs?: number;
};

/**
 * Opens a pool on a PostgreSQL server and brings its schema up to date.
 *
 * @throws DatabaseStartError when the server cannot be reached, is older than PostgreSQL 15, or cannot be migrated.
 */
export async function openPostgres(
  databaseUrl: string,
  logger: Logger,
  connectionsMax = 10,
  { urls = [], lagMsMax = 10 * SECOND_MS }: ReplicaOptions = {},
  { awayMsMax = AWAY_MS_MAX, startWaitMs = 0 }: AwayOptions = {},
): Promise<OpenPool & { replicas: Replicas | undefined }> {
  await waitForServer(databaseUrl, startWaitMs, logger);
  const startPool = new Pool(
    configFor(databaseUrl, TIME_ZONE, { max: 2, connectionTimeoutMillis: START_LIMIT_MS }),
  );
  let hasSessions = true;
  try {
    await requireSupportedVersion(startPool);
    hasSessions = await keepsSessions(startPool);
    await migrateForStart(startPool, logger);
  } finally {
    await startPool.end();
  }
  let wasAnswering = true;
  const probe = async () => {
    const isAnswering = (await askServer(databaseUrl)) !== 'silent';
    if (wasAnswering && !isAnswering)
      logger.error('The database does not answer. Requests fail until it does.');
    if (isAnswering && !wasAnswering) logger.info('The database answers again.');
    wasAnswering = isAnswering;
    return isAnswering;
  };
  const openPool = (url: string, probeOf: () => Promise<boolean>) =>
    new LimitedPool(
      configFor(url, hasSessions ? sessionSettings : TIME_ZONE, {
        max: connectionsMax,
        connectionTimeoutMillis: QUERY_LIMIT_MS,
      }),
      probeOf,
      { hasSessions },
    );
  const pool = openPool(databaseUrl, probe);
  const replicaPools = urls.map((url) => openPool(url, async () => (await askServer(url)) !== 'silent'));
  const replicas = urls.length > 0 ? new Replicas(pool, replicaPools, { lagMsMax, logger }) : undefined;
  pool.on('error', (error) => logger.error({ err: error }, 'An idle connection to the database was lost.'));
  let isClosed = false;
  const lost = watchServer({
    ask: () => askServer(databaseUrl),
    answeredAtMs: () => pool.answeredAtMs,
    awayMsMax,
    isClosed: () => isClosed,
  });
  return {
    pool,
    replicas,
    lost,
    close: () => {
      isClosed = true;
      return Promise.race([
        Promise.all([pool.end(), replicas?.close()]).then(() => undefined),
        sleep(CLOSE_LIMIT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Waits for a server that starts beside this process, or restarts. A server that is still away is told by the first query. */
async function waitForServer(databaseUrl: string, waitMs: number, logger: Logger): Promise<void> {
  const endsAtMs = performance.now() + waitMs;
  for (let isFirst = true; performance.now() < endsAtMs; isFirst = false) {
    if ((await askServer(databaseUrl)) !== 'silent') return;
    if (isFirst)
      logger.warn(
        `The server behind DATABASE_URL does not answer. The start waits for it for up to ${Math.round(waitMs / SECOND_MS)} seconds.`,
      );
    await sleep(ASK_AGAIN_MS);
  }
}

async function keepsSessions(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    return !(await isBehindPooler(client));
  } finally {
    client.release();
  }
}

function configFor(
  databaseUrl: string,
  settings: string,
  limits: Pick<PoolConfig, 'max' | 'connectionTimeoutMillis'>,
): PoolConfig {
  return {
    connectionString: databaseUrl,
    application_name: 'directory',
    ...limits,
    idleTimeoutMillis: 30_000,
    // When another server takes over the host name, connections to the old one end within the hour.
    maxLifetimeSeconds: HOUR_MS / SECOND_MS,
    keepAlive: true,
    // The pool waits for the promise, although its type does not say so.
    // oxlint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: async (client) => {
      await client.query(settings);
    },
  };
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
