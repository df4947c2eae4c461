import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CODE_FOLDERS } from '@/host/texts/code-folders';
import { findTexts } from '@/host/texts/find-texts';
import { collectTexts } from './texts';

// What a contributor runs, in a folder with one source and one catalog.

const root = process.cwd();
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const command = path.resolve('__tests__/docs/texts.ts');
const env = { ...process.env, NODE_OPTIONS: '', TSX_TSCONFIG_PATH: path.resolve('tsconfig.json') };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'texts-'));
  for (const name of [...CODE_FOLDERS, 'texts']) await mkdir(path.join(folder, name));
});
afterEach(() => rm(folder, { recursive: true }));

const fileOf = (name: string) => path.join(folder, name);
const catalog = () => readFile(fileOf('texts/de.po'), 'utf8');

const writeSource = (...calls: string[]) =>
  writeFile(
    fileOf('lib/list.ts'),
    `import { t } from '@/lib/texts/texts';\nexport const said = () => [\n${calls.join(',\n')},\n];\n`,
  );

/** What `npm run texts` prints. */
async function collect(): Promise<string[]> {
  process.chdir(folder);
  return collectTexts().finally(() => process.chdir(root));
}

/** The same by its command. */
const collectByCommand = () =>
  new Promise<{ code: number; complaint: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', tsx, command, '--write'],
      { cwd: folder, env },
      (_error, _printed, complaint) => resolve({ code: child.exitCode ?? -1, complaint }),
    );
  });

async function translate(english: string, german: string): Promise<void> {
  const before = await catalog();
  const empty = `msgid "${english}"\nmsgstr ""`;
  expect(before).toContain(empty);
  await writeFile(fileOf('texts/de.po'), before.replace(empty, `msgid "${english}"\nmsgstr "${german}"`));
}

/** A catalog in German of the sources as they are. */
async function beginGerman(): Promise<void> {
  await writeFile(fileOf('texts/de.po'), '');
  await collect();
}

it('writes the same a second time, with the former English of a fuzzy translation', async () => {
  await writeSource("t('list.all', 'All of it')");
  await beginGerman();
  await translate('All of it', 'Alles davon');
  await writeSource("t('list.all', 'All of them')");
  await collect();
  const once = await catalog();
  expect(once).toContain('#, fuzzy\n#| msgid "All of it"\n');
  await collect();
  expect(await catalog()).toBe(once);
  // The translation is that of the first English.
  await writeSource("t('list.all', 'All of these')");
  await collect();
  expect(await catalog()).toContain(
    '#, fuzzy\n#| msgid "All of it"\nmsgctxt "list.all"\nmsgid "All of these"\nmsgstr "Alles davon"\n',
  );
});

it('counts what the site can say, and names what it cannot, but for what is fuzzy', async () => {
  await writeSource("t('list.one', 'Of {count}', { count })", "t('list.two', 'From {count}', { count })");
  await beginGerman();
  await translate('Of {count}', 'Von {anzahl}');
  await translate('From {count}', 'Ab {count}');
  expect(await collect()).toEqual([
    'texts/texts.pot: 2 texts',
    'texts/de.po: 2 texts, 1 translated',
    'texts/de.po: list.one: the English has no anzahl',
  ]);
  await writeSource("t('list.one', 'Of {all}', { all })", "t('list.two', 'From {count}', { count })");
  expect(await collect()).toEqual(['texts/texts.pot: 2 texts', 'texts/de.po: 2 texts, 1 translated']);
});

it('writes nothing if no catalog can hold a text, and says where each is', async () => {
  await writeSource("t('list.all', 'All')");
  await beginGerman();
  const before = await catalog();
  await writeSource(
    "t('list.all', 'All')",
    "t('list.all', 'Everything')",
    "t('list.count', '{count, plural, one {#}}', { count })",
    "t('list.few', '{count, plural, few {#} other {#}}', { count })",
  );
  const { code, complaint } = await collectByCommand();
  expect(code).toBe(1);
  expect(complaint.trim().split('\n')).toEqual([
    'lib/list.ts:4: list.all: the key has another text at lib/list.ts:3.',
    'lib/list.ts:5: list.count: It is no message of ICU MessageFormat: missing other clause.',
    'lib/list.ts:6: list.few: no number is “few” in en',
  ]);
  expect(await catalog()).toBe(before);
});

it('names the file of a broken catalog, and of a translation that is no message', async () => {
  await writeSource("t('list.one', 'Of {count}', { count })");
  await beginGerman();
  await translate('Of {count}', 'Von {count');
  expect(await collect()).toContain(
    'texts/de.po: list.one: It is no message of ICU MessageFormat: expect argument closing brace.',
  );
  await writeFile(fileOf('texts/de.po'), 'msgid "a"\nmsgstr b\n');
  await expect(collect()).rejects.toThrow('texts/de.po is no catalog in the form of PO');
});

it.each([
  ["import { t } from './texts';", 'import the functions for texts from @/lib/texts'],
  ["import { rich } from '../texts/rich';", 'import the functions for texts from @/lib/texts'],
  ["import { text as said } from '../lib/texts/texts';", 'import the functions for texts from @/lib/texts'],
  ["import { t as said } from '@/lib/texts/texts';", 'a function for texts keeps its name'],
  ["import * as texts from '@/lib/texts/texts';", 'import the functions for texts by name'],
])('names a text that no build would find: %s', (line, fault) => {
  expect(() => findTexts(`${line}\nconst a = () => said('a.b', '{one} {two}');`, 'lib/a.ts')).toThrow(
    `lib/a.ts:1: ${fault}`,
  );
});
