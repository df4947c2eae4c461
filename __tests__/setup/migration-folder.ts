import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An empty folder of migrations for each test of a file. */
export function setUpMigrationFolder() {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  return {
    get url() {
      return pathToFileURL(`${folder}/`);
    },
    add: (name: string, text: string) => writeFile(join(folder, name), text),
    remove: (name: string) => rm(join(folder, name)),
  };
}
