import pino from 'pino';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { until } from '@/__tests__/setup/until';
import { scheduleMaintenance } from '@/server/db/pglite';

// Nothing is deleted between the tests, because deleting is many changes.
const database = setUpTestDatabase({
  fill: async (db) => {
    await db.execute('CREATE TABLE busy (n integer)');
  },
});
const statements: string[] = [];
let stop: () => void;

beforeAll(() => {
  database.pool.watchQueries(({ text }) => statements.push(text));
  stop = scheduleMaintenance(database.pool, pino({ level: 'silent' }), 20);
});
afterAll(() => stop());

const countVacuums = (table: string) => statements.filter((text) => text === `VACUUM ${table}`).length;

/** Waits for a moment when no query has run for a second, and the maintenance has done all that was due. */
async function untilMaintained(): Promise<void> {
  const before = countVacuums('busy');
  await database.pool.query('INSERT INTO busy SELECT n FROM generate_series(1, 9000) AS n; DELETE FROM busy');
  // Asks nothing of the database, because maintenance waits for a second without queries.
  await until(() => countVacuums('busy') > before, { withinMs: 60_000 });
}

it('vacuums a table once after many changes', async () => {
  await database.pool.query('INSERT INTO tags (slug, name) SELECT n, n FROM generate_series(1, 2000) AS n');
  await until(() => countVacuums('tags') > 0, { withinMs: 60_000 });
  await untilMaintained();
  expect(countVacuums('tags')).toBe(1);
});

it('does not vacuum a table with few changes', async () => {
  await untilMaintained();
  const before = countVacuums('tags');
  await database.pool.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
  await untilMaintained();
  expect(countVacuums('tags')).toBe(before);
});
