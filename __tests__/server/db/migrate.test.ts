import { setUpMigrationFolder } from '@/__tests__/setup/migration-folder';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { migrate } from '@/server/db/migrate';

const database = setUpTestDatabase();
const folder = setUpMigrationFolder();

const migrateFolder = () => migrate(database.pool, { folder: folder.url });

beforeEach(() => database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

async function tableExists(name: string): Promise<boolean> {
  const { rowCount } = await database.pool.query('SELECT FROM pg_tables WHERE tablename = $1', [name]);
  return rowCount === 1;
}

async function findIndex(name: string): Promise<{ isValid: boolean } | undefined> {
  const { rows } = await database.pool.query<{ isValid: boolean }>(
    'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  return rows[0];
}

describe('the migrations of the product', () => {
  it('are applied once when six processes start at the same time', async () => {
    const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool)));

    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(applied.flat()).toContain('0001_directory.sql');
    expect(await tableExists('products')).toBe(true);
    expect(await migrate(database.pool)).toEqual([]);
  });
});

describe('files and database that contradict each other', () => {
  it('refuses a migration that was changed after it was applied, and applies none of the others', async () => {
    await folder.add('0001_first.sql', 'CREATE TABLE first (id integer);');
    await migrateFolder();
    await folder.add('0001_first.sql', 'SELECT 1;');
    await folder.add('0002_second.sql', 'CREATE TABLE second (id integer);');

    await expect(migrateFolder()).rejects.toThrow(
      'Migration 0001_first.sql was changed after it was applied. Undo the change and add a new migration.',
    );
    expect(await tableExists('second')).toBe(false);
  });

  it('refuses a migration that is older than the last one applied', async () => {
    await folder.add('0002_second.sql', 'CREATE TABLE second (id integer);');
    await migrateFolder();
    await folder.add('0001_first.sql', 'CREATE TABLE first (id integer);');

    await expect(migrateFolder()).rejects.toThrow(
      'Migration 0001_first.sql is older than 0002_second.sql, which has been applied. Give it a number above 0002.',
    );
    expect(await tableExists('first')).toBe(false);
  });

  it('accepts Windows line ends in a migration that was applied', async () => {
    await folder.add('0001_first.sql', 'CREATE TABLE first (\n  id integer\n);\n');
    await migrateFolder();
    await folder.add('0001_first.sql', 'CREATE TABLE first (\r\n  id integer\r\n);\r\n');

    expect(await migrateFolder()).toEqual([]);
  });
});

describe('an older build on a newer schema', () => {
  const leaveNewerSchema = async (text: string) => {
    await folder.add('0001_first.sql', 'CREATE TABLE first (id integer);');
    await folder.add('0002_second.sql', 'CREATE TABLE second (id integer);');
    await folder.add('0003_third.sql', text);
    await migrateFolder();
    await folder.remove('0003_third.sql');
  };

  it('is refused with a sentence that says what to do', async () => {
    await leaveNewerSchema('CREATE TABLE third (id integer);');

    await expect(migrateFolder()).rejects.toThrow(
      'The database was upgraded by a newer version (migration 0003_third.sql), and this version cannot use it. ' +
        'Start the newer version, or restore a backup from before the upgrade. See docs/upgrading.md.',
    );
  });

  it('starts when the newer migration declares itself compatible with it', async () => {
    await leaveNewerSchema('-- migrate: compatible-with 0002\nCREATE TABLE third (id integer);');

    expect(await migrateFolder()).toEqual([]);
  });

  it('is refused when the newer migration is compatible only with builds after it', async () => {
    await leaveNewerSchema('-- migrate: compatible-with 0002\nCREATE TABLE third (id integer);');
    await folder.remove('0002_second.sql');

    await expect(migrateFolder()).rejects.toThrow('The database was upgraded by a newer version');
  });
});

describe('a run that fails', () => {
  it('leaves an empty database empty, and the next run applies all migrations', async () => {
    await folder.add('0001_good.sql', 'CREATE TABLE good (id integer);');
    await folder.add('0002_bad.sql', 'CREATE TABLE bad (id nonsense);');

    await expect(migrateFolder()).rejects.toThrow('type "nonsense" does not exist');
    expect(await tableExists('good')).toBe(false);

    await folder.add('0002_bad.sql', 'CREATE TABLE bad (id integer);');
    expect(await migrateFolder()).toEqual(['0001_good.sql', '0002_bad.sql']);
  });

  it('keeps the migrations before it in an upgrade, and the next run continues', async () => {
    await folder.add('0001_first.sql', 'CREATE TABLE first (id integer);');
    await migrateFolder();
    await folder.add('0002_good.sql', 'CREATE TABLE good (id integer);');
    await folder.add('0003_bad.sql', 'CREATE TABLE bad (id nonsense);');

    await expect(migrateFolder()).rejects.toThrow('type "nonsense" does not exist');
    expect(await tableExists('good')).toBe(true);

    await folder.add('0003_bad.sql', 'CREATE TABLE bad (id integer);');
    expect(await migrateFolder()).toEqual(['0003_bad.sql']);
  });
});

describe('a migration without a transaction', () => {
  const uniqueIndex =
    '-- migrate: no-transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS numbers_number\n  ON numbers (number);\n';

  it('builds its index once when six processes start at the same time', async () => {
    await folder.add('0001_numbers.sql', 'CREATE TABLE numbers (number integer);');
    await folder.add('0002_index.sql', uniqueIndex);
    await folder.add('0003_more.sql', 'CREATE TABLE more (id integer);');

    const applied = await Promise.all(Array.from({ length: 6 }, migrateFolder));

    expect(applied.filter((names) => names.length > 0)).toEqual([
      ['0001_numbers.sql', '0002_index.sql', '0003_more.sql'],
    ]);
    expect(await findIndex('numbers_number')).toEqual({ isValid: true });
  });

  it('replaces the invalid index of an interrupted run, and repeats nothing before it', async () => {
    await folder.add(
      '0001_numbers.sql',
      'CREATE TABLE numbers AS SELECT 1 AS number FROM generate_series(1, 2);',
    );
    await folder.add('0002_index.sql', uniqueIndex);

    await expect(migrateFolder()).rejects.toThrow('could not create unique index "numbers_number"');
    expect(await findIndex('numbers_number')).toEqual({ isValid: false });

    await database.pool.query('TRUNCATE numbers');
    expect(await migrateFolder()).toEqual(['0002_index.sql']);
    expect(await findIndex('numbers_number')).toEqual({ isValid: true });
  });

  it('finishes when its index was built but not recorded', async () => {
    await folder.add('0001_numbers.sql', 'CREATE TABLE numbers (number integer);');
    await folder.add('0002_index.sql', uniqueIndex);
    await migrateFolder();
    await database.pool.query("DELETE FROM migrations WHERE name = '0002_index.sql'");

    expect(await migrateFolder()).toEqual(['0002_index.sql']);
  });
});

describe('an invalid file', () => {
  it.each([
    [
      '1_first.sql',
      '',
      'Migration 1_first.sql is invalid: its name is not four digits, an underscore and lower-case words.',
    ],
    ['0001_second.sql', '', 'Two migrations have the number 0001: give 0001_second.sql a higher one.'],
    ['0002_x.sql', '-- migrate: later\n', 'Migration 0002_x.sql is invalid: "later" is not a directive.'],
    [
      '0002_x.sql',
      'SELECT 1;\n-- migrate: no-transaction\n',
      'Migration 0002_x.sql is invalid: lines that begin with "-- migrate:" must come first.',
    ],
    [
      '0002_x.sql',
      '-- migrate: compatible-with 0002\nSELECT 1;\n',
      'Migration 0002_x.sql is invalid: no earlier migration has the number 0002.',
    ],
    [
      '0002_x.sql',
      '-- migrate: no-transaction\nDROP TABLE first;\n',
      'Migration 0002_x.sql is invalid: outside a transaction only CREATE INDEX CONCURRENTLY IF NOT EXISTS and DROP INDEX CONCURRENTLY IF EXISTS may run.',
    ],
    [
      '0002_x.sql',
      '-- migrate: no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a ON first (id);\nDROP TABLE first;\n',
      'Migration 0002_x.sql is invalid: outside a transaction only',
    ],
  ])('is refused before anything is applied: %s %j', async (name, text, message) => {
    await folder.add('0001_first.sql', 'CREATE TABLE first (id integer);');
    await folder.add(name, text);

    await expect(migrateFolder()).rejects.toThrow(message);
    expect(await tableExists('first')).toBe(false);
  });
});
