import { readdirSync } from 'node:fs';

const FILES_MAX = 30;
/** The index of `hooks` and `lib/contract` is the name of the file. The order of migrations is that of their names. */
const EXEMPT = ['hooks', 'lib/contract', 'server/db/migrations'];

const foldersBelow = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersBelow(`${folder}/${name}`)),
];

it('keeps folders small enough to be read at a glance', () => {
  const folders = ['pages', 'components', 'lib', 'hooks', 'server', 'host', 'styles'].flatMap(foldersBelow);
  const large = folders
    .map((folder) => ({
      folder,
      count: readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length,
    }))
    .filter(({ folder, count }) => count > FILES_MAX && !EXEMPT.includes(folder));
  expect(folders.length).toBeGreaterThan(50);
  expect(large).toEqual([]);
});
