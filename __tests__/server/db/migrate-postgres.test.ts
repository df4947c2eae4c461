import { setUpMigrationFolder } from '@/__tests__/setup/migration-folder';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { until } from '@/__tests__/setup/until';
import { migrate } from '@/server/db/migrate';

const database = setUpTestDatabase();
const folder = setUpMigrationFolder();

it('gives way to requests while it waits for a table, and applies its change when the table is free', async () => {
  const reader = await database.pool.connect();
  await reader.query('BEGIN; SELECT FROM tags');
  await folder.add('0001_column.sql', 'ALTER TABLE tags ADD COLUMN extra text;');
  await database.pool.query('TRUNCATE migrations');
  const migrating = migrate(database.pool, { folder: folder.url });
  const isMigrationWaiting = async () => {
    const { rowCount } = await database.pool.query(
      "SELECT FROM pg_locks WHERE relation = 'tags'::regclass AND NOT granted",
    );
    return rowCount !== 0;
  };
  await until(isMigrationWaiting);

  // Queues behind the waiting migration until the migration gives way.
  expect((await database.pool.query('SELECT slug FROM tags')).rows).toEqual([]);

  await reader.query('COMMIT');
  reader.release();
  expect(await migrating).toEqual(['0001_column.sql']);
  expect((await database.pool.query('SELECT extra FROM tags')).rows).toEqual([]);
});
