import { setUpMigrationFolder } from '@/__tests__/setup/migration-folder';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { until } from '@/__tests__/setup/until';
import { migrate } from '@/server/db/migrate';

const database = setUpTestDatabase();
const folder = setUpMigrationFolder();

const migrateFolder = () => migrate(database.pool, { folder: folder.url });
const isMigrationWaitingFor = (table: string) => async () => {
  const { rowCount } = await database.pool.query(
    'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
    [table],
  );
  return rowCount !== 0;
};

it('gives way to requests while a long transaction reads, shows them each finished migration, and applies the last at its end', async () => {
  await database.pool.query('TRUNCATE migrations');
  await folder.add('0001_nothing.sql', 'SELECT 1;');
  await migrateFolder();
  const reader = await database.pool.connect();
  await reader.query('BEGIN; SELECT FROM tags');
  await folder.add('0002_products.sql', 'ALTER TABLE products ADD COLUMN extra text;');
  await folder.add('0003_tags.sql', 'ALTER TABLE tags ADD COLUMN extra text;');
  const migrating = migrateFolder();
  await until(isMigrationWaitingFor('tags'));

  // Queues behind the waiting migration until the migration gives way.
  await database.pool.query("BEGIN; SET LOCAL lock_timeout = '2s'; SELECT FROM tags; COMMIT");
  // The migration before it holds its table no longer.
  expect((await database.pool.query('SELECT extra FROM products')).rows).toEqual([]);

  await reader.query('COMMIT');
  reader.release();
  expect(await migrating).toEqual(['0002_products.sql', '0003_tags.sql']);
  expect((await database.pool.query('SELECT extra FROM tags')).rows).toEqual([]);
});

it('lets a request go first that it meets in a deadlock, and then locks the table before anything else', async () => {
  await database.pool.query('DELETE FROM migrations; ALTER TABLE tags DROP COLUMN IF EXISTS extra');
  const writer = await database.pool.connect();
  await writer.query('BEGIN; SELECT FROM tags');
  await folder.add(
    '0001_tags.sql',
    'LOCK TABLE tags IN SHARE ROW EXCLUSIVE MODE; SELECT pg_sleep(0.5); ALTER TABLE tags ADD COLUMN extra text;',
  );
  const migrating = migrateFolder();
  await until(async () => {
    const held = "relation = 'tags'::regclass AND mode = 'ShareRowExclusiveLock' AND granted";
    return (await database.pool.query(`SELECT FROM pg_locks WHERE ${held}`)).rowCount !== 0;
  });

  await writer.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
  await until(async () => {
    const waiting = "relation = 'tags'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted";
    return (await database.pool.query(`SELECT FROM pg_locks WHERE ${waiting}`)).rowCount !== 0;
  });
  await writer.query('COMMIT');
  writer.release();
  expect(await migrating).toEqual(['0001_tags.sql']);
  expect((await database.pool.query('SELECT slug, extra FROM tags')).rows).toEqual([
    { slug: 'css', extra: null },
  ]);
});
