import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { checkPostgres } from '@/server/cli/doctor-storage';
import { noteImageStore } from '@/server/queries/images';
import { noteSiteFile } from '@/server/queries/products/product-terms';

const database = setUpTestDatabase();

async function ask() {
  const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = rows[0]?.name ?? '';
  return checkPostgres(url.href);
}

it('warns while processes run with different site files', async () => {
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

it('fails while processes store images in different places', async () => {
  await noteImageStore(database.db, 'folder one', new Date());
  expect(await ask()).not.toMatchObject({ message: expect.stringContaining('images') });
  await noteImageStore(database.db, 'folder other', new Date());
  expect(await ask()).toEqual({
    level: 'error',
    message:
      'The processes that use this PostgreSQL server store images in 2 places, and each lacks the images of the others.',
    nextStep: 'Give all of them the same bucket (S3_), or let them share the folder DATA_DIR/images.',
  });
  await database.pool.query(
    "UPDATE image_stores SET seen_at = seen_at - interval '2 minutes' WHERE place = 'folder one'",
  );
  expect(await ask()).not.toMatchObject({ message: expect.stringContaining('images') });
});
