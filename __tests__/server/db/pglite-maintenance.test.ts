import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { until } from '@/__tests__/setup/until';
import { scheduleMaintenance } from '@/server/db/pglite';

// Nothing is deleted between the tests, because deleting is many changes.
const database = setUpTestDatabase({ fill: () => Promise.resolve() });
const logger = pino({ level: 'silent' });
const checkIntervalMs = 20;

async function countVacuums(): Promise<number> {
  const { rows } = await database.pool.query<{ vacuums: string }>(
    "SELECT vacuum_count AS vacuums FROM pg_stat_user_tables WHERE relname = 'tags'",
  );
  return Number(rows[0]?.vacuums);
}

it('vacuums a table once after many changes, when no query has run for a second', async () => {
  const before = await countVacuums();
  await database.pool.query('INSERT INTO tags (slug, name) SELECT n, n FROM generate_series(1, 2000) AS n');
  const stop = scheduleMaintenance(database.pool, logger, checkIntervalMs);

  // Each check is a query, and maintenance waits for a second without queries.
  await until(async () => (await countVacuums()) !== before, { withinMs: 60_000, everyMs: 1_200 });
  // Proves that nothing happens: a second vacuum would start within this time.
  await sleep(1_200);
  stop();

  expect(await countVacuums()).toBe(before + 1);
});

it('does not vacuum a table with few changes', async () => {
  const before = await countVacuums();
  await database.pool.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
  const stop = scheduleMaintenance(database.pool, logger, checkIntervalMs);

  // Proves that nothing happens: a vacuum would start within this time.
  await sleep(1_200);
  stop();

  expect(await countVacuums()).toBe(before);
});
