import { readdirSync } from 'node:fs';
import path from 'node:path';
import { t } from '@/lib/texts/texts';

const FOLDERS = ['lib', 'components', 'hooks', 'pages', 'server', 'host/pages'];

/** Programs that work as soon as they are loaded, and a page whose fonts only a build can load. */
const NOT_LOADED =
  /^(?:server\/(?:cli\/|db\/pglite-worker|workers\/(?:card|image|list|text)-worker)|lib\/offline\/(?:notice|worker)\.|pages\/_app\.)/;

const modules = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !NOT_LOADED.test(file));

/** The places that have asked for the catalog, which each text and each format of the language needs. */
const said: string[] = [];

beforeAll(() => {
  Object.defineProperty(globalThis, 'catalog', {
    configurable: true,
    get() {
      const lines = (new Error().stack ?? '').split('\n').slice(2);
      said.push(lines.find((line) => !line.includes('/lib/texts/'))?.trim() ?? '');
      return undefined;
    },
  });
});
afterAll(() => Reflect.deleteProperty(globalThis, 'catalog'));

it('says no text and reads no language while the modules load, which is before the language is known', async () => {
  expect(modules.length).toBeGreaterThan(750);
  for (const file of modules) await import(path.resolve(file));
  expect(said).toEqual([]);
  t('test.said', 'It is said.');
  expect(said.join()).toContain('said-at-import.test.ts');
});
