import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from '@/server/db/data-dir';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swap-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([0, 1, 2, 3, 4])('goes on with a swap that was killed after %i of 4 renames', async (done) => {
  const renames: [string, string][] = [
    ['database', 'database.before'],
    ['database.draft-1', 'database'],
    ['images', 'images.before'],
    ['database.draft-2', 'images'],
  ];
  for (const name of ['database', 'images', 'database.draft-1', 'database.draft-2']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'PG_VERSION'), name);
  }
  const replacements = [
    { name: 'database', draft: 'database.draft-1' },
    { name: 'images', draft: 'database.draft-2' },
  ];
  await writeFile(join(folder, 'restore.json'), JSON.stringify({ suffix: '.before', replacements }));
  for (const [from, to] of renames.slice(0, done)) await rename(join(folder, from), join(folder, to));

  await prepareDataFolder(folder);
  const found = ['database', 'images', 'database.before', 'images.before'].map((name) =>
    readFileSync(join(folder, name, 'PG_VERSION'), 'utf8'),
  );
  expect(found).toEqual(['database.draft-1', 'database.draft-2', 'database', 'images']);
  expect(readdirSync(folder)).not.toContain('restore.json');
});
