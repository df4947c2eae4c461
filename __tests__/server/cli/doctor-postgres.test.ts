import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { checkPostgres } from '@/server/cli/doctor-storage';
import { noteSiteFile } from '@/server/queries/products/product-terms';

const database = setUpTestDatabase();

it('warns while processes run with different site files', async () => {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = rows[0]?.name ?? '';
  const ask = () => checkPostgres(url.href);
  await noteSiteFile(database.db, 'one', new Date());
  expect(await ask()).not.toMatchObject({ message: expect.stringContaining('site file') });
  await noteSiteFile(database.db, 'other', new Date());
  expect(await ask()).toEqual({
    level: 'warning',
    message:
      'The processes that use this PostgreSQL server have 2 different site files: the one that was started last decides.',
    nextStep: 'Start all of them with the same site.json.',
  });
  await database.pool.query(
    "UPDATE site_files SET seen_at = seen_at - interval '2 minutes' WHERE facets = 'one'",
  );
  expect(await ask()).not.toMatchObject({ message: expect.stringContaining('site file') });
});
