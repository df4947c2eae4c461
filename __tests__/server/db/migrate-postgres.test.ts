import type { PoolClient } from 'pg';
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

/** A test that is repeated must find neither the columns nor the open transactions of its first attempt. */
beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE migrations; ALTER TABLE products DROP COLUMN IF EXISTS extra; ALTER TABLE tags DROP COLUMN IF EXISTS extra',
  );
});

/** Ends the transaction that holds back the migration, and the migration, however the steps end. */
async function whileMigrating(
  migrating: Promise<string[]>,
  holder: PoolClient,
  steps: () => Promise<void>,
): Promise<string[]> {
  const ended = Promise.allSettled([migrating]);
  try {
    await steps();
    await holder.query('COMMIT');
  } finally {
    holder.release(true);
    await ended;
  }
  return migrating;
}

it('gives way to requests while a long transaction reads, shows them each finished migration, and applies the last at its end', async () => {
  await folder.add('0001_nothing.sql', 'SELECT 1;');
  await migrateFolder();
  const reader = await database.pool.connect();
  await reader.query('BEGIN; SELECT FROM tags');
  await folder.add('0002_products.sql', 'ALTER TABLE products ADD COLUMN extra text;');
  await folder.add('0003_tags.sql', 'ALTER TABLE tags ADD COLUMN extra text;');
  const applied = await whileMigrating(migrateFolder(), reader, async () => {
    await until(isMigrationWaitingFor('tags'));

    // Queues behind the waiting migration until the migration gives way.
    await database.pool.query("BEGIN; SET LOCAL lock_timeout = '2s'; SELECT FROM tags; COMMIT");
    // The migration before it holds its table no longer.
    expect((await database.pool.query('SELECT extra FROM products')).rows).toEqual([]);
  });

  expect(applied).toEqual(['0002_products.sql', '0003_tags.sql']);
  expect((await database.pool.query('SELECT extra FROM tags')).rows).toEqual([]);
});

it('lets a request go first that it meets in a deadlock, and then locks the table before anything else', async () => {
  const writer = await database.pool.connect();
  await writer.query('BEGIN; SELECT FROM tags');
  await folder.add(
    '0001_tags.sql',
    'LOCK TABLE tags IN SHARE ROW EXCLUSIVE MODE; SELECT pg_sleep(0.5); ALTER TABLE tags ADD COLUMN extra text;',
  );
  const applied = await whileMigrating(migrateFolder(), writer, async () => {
    await until(async () => {
      const held = "relation = 'tags'::regclass AND mode = 'ShareRowExclusiveLock' AND granted";
      return (await database.pool.query(`SELECT FROM pg_locks WHERE ${held}`)).rowCount !== 0;
    });

    await writer.query("INSERT INTO tags (slug, name) VALUES ('css', 'CSS')");
    await until(async () => {
      const waiting = "relation = 'tags'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted";
      return (await database.pool.query(`SELECT FROM pg_locks WHERE ${waiting}`)).rowCount !== 0;
    });
  });

  expect(applied).toEqual(['0001_tags.sql']);
  expect((await database.pool.query('SELECT slug, extra FROM tags')).rows).toEqual([
    { slug: 'css', extra: null },
  ]);
});
