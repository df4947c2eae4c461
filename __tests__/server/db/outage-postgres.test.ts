import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import { startPostgresProxy, type PostgresProxy } from '@/__tests__/setup/postgres-proxy';
import { setUpTestApp } from '@/__tests__/setup/test-app';
import { until } from '@/__tests__/setup/until';
import { createApp } from '@/server/app';
import type { OpenPool } from '@/server/db/pglite';
import { openPostgres } from '@/server/db/postgres';
import { createRateLimits } from '@/server/limits/rate-limits';

const api = setUpTestApp();
const connectionsMax = 3;
let proxy: PostgresProxy;
let database: OpenPool;

beforeEach(async () => {
  const { rows } = await api.pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = rows[0]?.name ?? '';
  proxy = await startPostgresProxy(url.href);
  database = await openPostgres(proxy.url, pino({ level: 'silent' }), connectionsMax);
});
afterEach(async () => {
  proxy.thaw();
  await database.close();
  await proxy.stop();
});

const db = () => drizzle({ client: database.pool });

/** The status of a request to a server that reaches the database through the proxy. */
async function send(method: 'GET' | 'POST', path: string): Promise<number> {
  const deps = { ...api.deps(), db: db(), rateLimits: createRateLimits({ ...api.deps(), db: db() }) };
  const init =
    method === 'POST'
      ? { method, body: new URLSearchParams({ email: 'ada@x.example', hp: '' }) }
      : { method };
  const response = await createApp(deps, { basePath: '/api' }).request(path, init);
  const { code }: { code?: string } = Object(await response.json());
  if (response.status === 503)
    expect([code, response.headers.get('retry-after')]).toEqual(['unavailable', '5']);
  return response.status;
}
const readTags = () => send('GET', '/api/tags?limit=1');
const subscribe = () => send('POST', '/api/newsletter/subscribe');
const readiness = () => send('GET', '/readyz');

async function countBackends(condition: string): Promise<number> {
  const { rows } = await api.pool.query<{ total: number }>(
    `SELECT count(*)::integer AS total FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  return rows[0]?.total ?? 0;
}

it('answers 503 to reads, writes and /readyz while the server hangs, and recovers with a whole pool', async () => {
  expect(await Promise.all([readTags(), subscribe(), readiness()])).toEqual([200, 200, 200]);
  proxy.freeze();
  api.deps().responseCache.clear();

  const clients = Array.from({ length: 4 }, () => [readTags(), subscribe(), readiness()]).flat();
  expect(new Set(await Promise.all(clients))).toEqual(new Set([503]));
  // The server is known not to answer: nothing waits for it any more.
  expect(await Promise.all([readTags(), subscribe(), readiness()])).toEqual([503, 503, 503]);

  proxy.thaw();
  await until(async () => (await readiness()) === 200);
  const together = Array.from({ length: 3 * connectionsMax }, () => [readTags(), subscribe()]).flat();
  // The limit of the newsletter may refuse some.
  expect((await Promise.all(together)).filter((status) => status >= 500)).toEqual([]);
  expect(database.pool.totalCount).toBeLessThanOrEqual(connectionsMax);
  expect(database.pool.waitingCount).toBe(0);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

it('keeps no connection of a transaction that could not begin', async () => {
  const begin = () => db().transaction((tx) => tx.execute(sql`SELECT 1`));
  await begin();
  proxy.freeze();
  const outcomes = await Promise.allSettled(Array.from({ length: connectionsMax }, begin));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));

  proxy.thaw();
  await until(async () => (await readiness()) === 200);
  await Promise.all(Array.from({ length: 2 * connectionsMax }, begin));
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

it('survives the loss of a connection in the middle of a transaction, and uses it no more', async () => {
  const transaction = db().transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await api.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await until(() => database.pool.totalCount === 0);
    await tx.execute(sql`SELECT 1`);
  });

  await expect(transaction).rejects.toThrow();
  expect(await readTags()).toBe(200);
});

it('ends a read of a locked table, and leaves the other tables and the connections alone', async () => {
  const locker = await api.pool.connect();
  await locker.query('BEGIN; LOCK TABLE tags IN ACCESS EXCLUSIVE MODE');

  const read = readTags();
  await until(async () => (await countBackends("wait_event_type = 'Lock'")) === 1);
  expect(await readiness()).toBe(200);
  expect(await read).toBe(503);
  // The server does not go on with what no request waits for.
  await until(async () => (await countBackends("wait_event_type = 'Lock'")) === 0);

  await locker.query('ROLLBACK');
  locker.release();
  expect(await readTags()).toBe(200);
});

it('answers 503 while the server is stopped', async () => {
  await proxy.stop();
  api.deps().responseCache.clear();
  expect(await Promise.all([readTags(), readiness()])).toEqual([503, 503]);
  expect(database.pool.totalCount).toBe(0);
});
