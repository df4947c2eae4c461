import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { migrate } from '@/server/db/migrate';

const database = setUpTestDatabase();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(new URL('../../../server/db/migrations/', import.meta.url), folder, { recursive: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const folderURL = () => pathToFileURL(`${folder}/`);
const add = (name: string, text: string) => writeFile(join(folder, name), text);

async function tableExists(name: string): Promise<boolean> {
  const { rowCount } = await database.pool.query('SELECT FROM pg_tables WHERE tablename = $1', [name]);
  return rowCount === 1;
}

it('applies nothing to a database that is up to date', async () => {
  expect(await migrate(database.pool)).toEqual([]);
});

it('brings an empty database up to date once when six processes start at the same time', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');

  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool)));

  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(applied.flat()).toContain('0001_directory.sql');
  expect(await tableExists('products')).toBe(true);
});

it('refuses a migration that was changed after it was applied, and applies none of the others', async () => {
  await add('0001_directory.sql', 'SELECT 1;');
  await add('9999_late.sql', 'CREATE TABLE late (id integer);');

  await expect(migrate(database.pool, folderURL())).rejects.toThrow(
    'Migration 0001_directory.sql was changed after it was applied',
  );
  expect(await tableExists('late')).toBe(false);
});

it('leaves nothing of a run in which one migration fails', async () => {
  await add('9998_good.sql', 'CREATE TABLE good (id integer);');
  await add('9999_bad.sql', 'CREATE TABLE bad (id nonsense);');

  await expect(migrate(database.pool, folderURL())).rejects.toThrow('type "nonsense" does not exist');
  expect(await tableExists('good')).toBe(false);
  expect(await migrate(database.pool)).toEqual([]);
});

it('applies a migration that was merged late, though its name is older than the last one', async () => {
  await add('0000_late.sql', 'CREATE TABLE late (id integer);');

  expect(await migrate(database.pool, folderURL())).toEqual(['0000_late.sql']);
  await database.pool.query("DROP TABLE late; DELETE FROM migrations WHERE name = '0000_late.sql'");
});

it('takes Windows line ends for the same migration', async () => {
  const original = new URL('../../../server/db/migrations/0001_directory.sql', import.meta.url);
  await add('0001_directory.sql', (await readFile(original, 'utf8')).replaceAll('\n', '\r\n'));

  expect(await migrate(database.pool, folderURL())).toEqual([]);
});
