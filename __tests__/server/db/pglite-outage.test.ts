import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { readDatabaseImage } from '@/__tests__/setup/database-image';
import { setUpTestApp } from '@/__tests__/setup/test-app';
import { createApp } from '@/server/app';
import { createPglitePool } from '@/server/db/pglite';
import { type PgliteThread, startPgliteThread } from '@/server/db/pglite-thread';

const api = setUpTestApp();
let thread: PgliteThread;
let pool: Pool;

beforeEach(async () => {
  thread = await startPgliteThread({ kind: 'memory', image: await readDatabaseImage() });
  pool = createPglitePool(thread);
  pool.on('error', () => undefined);
});
afterEach(async () => {
  await pool.end();
  await thread.kill();
});

async function statusOf(path: string): Promise<number> {
  api.deps().responseCache.clear();
  const deps = { ...api.deps(), db: drizzle({ client: pool }) };
  return (await createApp(deps, { basePath: '/api' }).request(path)).status;
}

it('answers 503, and is not ready, once the thread of the database has ended', async () => {
  expect(await statusOf('/api/tags')).toBe(200);
  await thread.kill();

  expect([await statusOf('/api/tags'), await statusOf('/readyz')]).toEqual([503, 503]);
});

it('answers 503 while one query keeps the database busy, and recovers', async () => {
  // Longer than a request waits on a busy machine, and less than the 10 seconds after which a query is given up.
  const busy = pool.query('SELECT pg_sleep(8)');

  expect(await Promise.all([statusOf('/api/tags'), statusOf('/readyz')])).toEqual([503, 503]);

  await busy;
  expect([await statusOf('/api/tags'), await statusOf('/readyz')]).toEqual([200, 200]);
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});
