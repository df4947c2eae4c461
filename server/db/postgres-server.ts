import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';

/** What a server says on a new connection. `refuses`: that the database or its user is no longer there. */
type ServerState = 'answers' | 'refuses' | 'silent';

/**
 * How long the server has for the answer to a probe. Counted in ticks, because a process that is itself stalled must not
 * blame the server: a stall is one tick, however long it takes.
 */
const PROBE_LIMIT_MS = 1_200;
const PROBE_TICK_MS = 100;
/** When the connection of a probe without an answer is closed. */
const PROBE_CLOSE_MS = 5_000;
const CANNOT_CONNECT_NOW = '57P03';
/** No such database, and no such user or another password. */
const GONE = new Set(['3D000', '28000', '28P01']);

const PAUSE_MS = SECOND_MS;
/** A turn that takes longer is a stall of this process, which must not blame the server. */
const TURN_MS_MAX = 3 * SECOND_MS;
/** A user or database that is replaced is away for a moment. */
const REFUSALS_MAX = 3;

type Watched = {
  ask: () => Promise<ServerState>;
  /** When a query last had its answer, as `performance.now()` says. */
  answeredAtMs: () => number;
  /** How long the server may be silent: longer than it takes to restart. */
  awayMsMax: number;
  isClosed: () => boolean;
};

/** Resolves to a sentence when a server has been away for too long. Asks only while queries have no answers. */
export async function watchServer({ ask, answeredAtMs, awayMsMax, isClosed }: Watched): Promise<string> {
  let awayMs = 0;
  let refusals = 0;
  for (let turnAtMs = performance.now(); ;) {
    await sleep(PAUSE_MS, undefined, { ref: false });
    if (isClosed()) return new Promise(() => undefined);
    const state = answeredAtMs() > turnAtMs ? 'answers' : await ask();
    const nowMs = performance.now();
    const wasAway = state !== 'answers' && answeredAtMs() <= turnAtMs;
    awayMs = wasAway ? awayMs + Math.min(nowMs - turnAtMs, TURN_MS_MAX) : 0;
    refusals = wasAway && state === 'refuses' ? refusals + 1 : 0;
    turnAtMs = nowMs;
    if (refusals >= REFUSALS_MAX) return 'The server of the database no longer has the database or its user.';
    if (awayMs >= awayMsMax)
      return `The database has not answered for ${Math.round(awayMs / SECOND_MS)} seconds.`;
  }
}

/** Asks a server on a new connection. A refusal is an answer, unless the server is starting or stopping. */
export async function askServer(databaseUrl: string): Promise<ServerState> {
  const client = openClient(databaseUrl, PROBE_CLOSE_MS);
  const state = await Promise.race([stateOf(client), afterProbeLimit()]);
  void client.end();
  return state;
}

async function stateOf(client: Client): Promise<ServerState> {
  try {
    await client.connect();
    // A connection pooler accepts connections even when the server behind it does not answer.
    await client.query('SELECT 1');
    return 'answers';
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === CANNOT_CONNECT_NOW) return 'silent';
    return GONE.has(error.code ?? '') ? 'refuses' : 'answers';
  }
}

async function afterProbeLimit(): Promise<'silent'> {
  for (let leftMs = PROBE_LIMIT_MS; leftMs > 0; leftMs -= PROBE_TICK_MS) {
    await sleep(PROBE_TICK_MS, undefined, { ref: false });
  }
  return 'silent';
}

type ServerDescription = {
  version: string;
  now: Date;
  connectionsMax: string;
  hasChecksums: boolean;
  checksumFailures: number;
  isReplica: boolean;
};

/**
 * Asks a server about itself, on a connection of its own.
 *
 * @throws Error of `pg` or of the system when it does not answer in time.
 */
export const describeServer = (databaseUrl: string, limitMs: number): Promise<ServerDescription> =>
  withClient(databaseUrl, limitMs, async (client) => {
    const { rows } = await client.query<ServerDescription>(
      `SELECT current_setting('server_version') AS version, clock_timestamp() AS now,
        current_setting('max_connections') AS "connectionsMax",
        current_setting('data_checksums') = 'on' AS "hasChecksums",
        (SELECT coalesce(sum(checksum_failures), 0)::integer FROM pg_stat_database) AS "checksumFailures",
        pg_is_in_recovery() AS "isReplica"`,
    );
    const [row] = rows;
    if (!row) throw new Error('The server did not describe itself.');
    return row;
  });

/**
 * How many different site files the running processes have, or in how many places they store images, by what they noted within the last
 * minute. 0 for a database of an earlier build.
 */
export const countRunning = (
  table: 'site_files' | 'image_stores',
  databaseUrl: string,
  limitMs: number,
): Promise<number> =>
  withClient(databaseUrl, limitMs, async (client) => {
    const { rows: tables } = await client.query('SELECT FROM pg_class WHERE oid = to_regclass($1)', [table]);
    if (tables.length === 0) return 0;
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE seen_at > $1`,
      [new Date(Date.now() - MINUTE_MS)],
    );
    return rows[0]?.count ?? 0;
  });

/** The nonce of the setup link. Undefined for a site with an admin, and for a site that has not been started yet. */
export const findSetupNonce = (databaseUrl: string, limitMs: number): Promise<string | undefined> =>
  withClient(databaseUrl, limitMs, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT FROM pg_class WHERE oid = to_regclass('setup_links')",
    );
    if (tables.length === 0) return undefined;
    const { rows } = await client.query<{ nonce: string }>(
      `SELECT nonce FROM setup_links
      WHERE NOT EXISTS (SELECT FROM users WHERE role = 'admin' AND deleted_at IS NULL)`,
    );
    return rows[0]?.nonce;
  });

async function withClient<T>(
  databaseUrl: string,
  limitMs: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = openClient(databaseUrl, limitMs);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function openClient(databaseUrl: string, limitMs: number): Client {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  // The call that fails reports the error.
  client.on('error', () => undefined);
  return client;
}
