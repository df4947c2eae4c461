import { LimitedPool } from '@/server/db/limited-pool';
import { withDeadline } from '@/server/deadline';
import { setUpTestDatabase } from '../../setup/test-database';

const database = setUpTestDatabase();

it('calls back once it has ended, as pg does', async () => {
  const pool = new LimitedPool({});
  await new Promise<void>((resolve) => pool.end(resolve));
  expect(pool.ended).toBe(true);
});

it('reports a query whose connection ends before its answer', async () => {
  const reported: string[] = [];
  const client = await database.pool.connect();
  const failed = client.query('SELECT pg_sleep(0.5)').catch(() => 'failed');
  database.pool.watchQueries(({ text }) => reported.push(text));
  await client.end();

  expect(await failed).toBe('failed');
  expect(reported).toEqual(['SELECT pg_sleep(0.5)']);
});

it('gives up no query of a busy connection, as long as each query ends before its own deadline', async () => {
  const deadlineMs = 2_000;
  const endsAtMs = performance.now() + 2 * deadlineMs;
  const keepBusy = async () => {
    while (performance.now() < endsAtMs) {
      await withDeadline(deadlineMs, async () => {
        await database.pool.query('SELECT pg_sleep(0.02)');
      });
    }
  };
  await expect(Promise.all(Array.from({ length: 12 }, keepBusy))).resolves.toHaveLength(12);
});
