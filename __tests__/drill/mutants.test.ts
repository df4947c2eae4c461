import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawMutants } from './draw-mutants';
import { listMutations } from './mutations';
import { findNearestTests, readImporters } from './nearest-tests';
import { createTypeChecker } from './type-checker';

/** Each changed line as it would read. */
function breakLines(text: string): string[] {
  return listMutations('file.tsx', text).map(
    ({ start, end, replacement, line }) =>
      (text.slice(0, start) + replacement + text.slice(end)).split('\n')[line - 1]?.trim() ?? '',
  );
}

it.each([
  ['if (isOpen) close();', ['if (!(isOpen)) close();', 'if (isOpen) ;']],
  [
    'const isLate = a < b && !c;',
    ['const isLate = a < b || !c;', 'const isLate = a <= b && !c;', 'const isLate = a < b && c;'],
  ],
  ['const limit = 5;', ['const limit = 6;']],
  ['const kind = { atOnce: 1 };', ['const kind = { atOnce: 2 };']],
  ['const ICON_PX_MIN = 48;', ['const ICON_PX_MIN = 49;']],
  ['await save(row);', [';']],
  ['const add = (a: 1) => a;', ['const add = (a: 1) => undefined;', 'const add = (a: 1) => !(a);']],
  ['const isPast = Date.now() > endsAt;', ['const isPast = Date.now() <= endsAt;']],
  ['const most = a > b ? a : b;', ['const most = !(a > b) ? a : b;']],
  ['const row = <i onClick={() => close(a)} />;', ['const row = <i onClick={() => undefined} />;']],
  ['void save().then(() => close(a));', ['void save().then(() => undefined);']],
  ['const saved = save().catch(() => undefined);', ['const saved = save().catch(() => !(undefined));']],
  ['const rows = await query.limit(1);', ['const rows = await query.limit(2);']],
  [
    "const [row] = await query.limit(1).for('update');",
    ["const [row] = await query.limit(2).for('update');"],
  ],
  ['const [row] = await query.limit(2);', ['const [row] = await query.limit(3);']],
])('breaks %s', (text, lines) => {
  expect(breakLines(text)).toEqual(lines);
});

it.each([
  "import { a } from './a';",
  'type Count = 1 | 2;',
  'timer.unref();',
  'void save().catch(() => undefined);',
  'const options = { passive: true };',
  'const options = { preventScroll: true };',
  'const options = { ref: false };',
  'const [row] = await query.limit(1);',
  'const Badge = () => null;',
  "logger.warn({ count: 3 }, 'Try again.');",
  'const timeoutMs = 500;',
  'const productsPerStep = 25;',
  'const rowsPerPart = 500;',
  'const DELETED_AT_ONCE = 500;',
  'const options = { dedupingInterval: 0 };',
  'const heapMbMax = 64;',
  'const box = { heightPx: 40 };',
  'const cache = new Cache({ maxSize: 32 });',
  'const stepsPerIndexMerge = 20;',
  'const bytesMax = 8388608;',
  'const row = <p className={isOpen ? "a" : "b"} />;',
  '// if (isOpen) close();',
])('leaves %s alone', (text) => {
  expect(breakLines(text)).toEqual([]);
});

it('leaves the default values of columns alone, which only the migrations give to the database', () => {
  const column = "const useCount = integer('use_count').default(0);";
  expect(listMutations('server/db/schema/sign-in-schema.ts', column)).toEqual([]);
  expect(listMutations('server/http/sign-in.ts', column)).toHaveLength(1);
});

it('draws the same breaks again when other lines or files are new', () => {
  const names = Array.from({ length: 30 }, (_, index) => `lib/rule-${index}.ts`);
  const rule = (name: string) => `export const rule = (a: number) => a > 1 && a < 9; // ${name}`;
  const sources = new Map(names.map((name) => [name, rule(name)]));
  const draw = (drawn: Map<string, string>) =>
    [...drawMutants(drawn, 7, () => true)].map(({ file, after }) => ({ file, after }));
  const before = draw(sources);
  const changed = new Map([
    ['lib/a.ts', 'export const limit = 5;'],
    ...sources,
    ['lib/rule-3.ts', `// New.\n${rule('lib/rule-3.ts')}`],
  ]);

  expect(new Set(before.map(({ file }) => file)).size).toBe(names.length);
  expect(draw(changed).filter(({ file }) => file !== 'lib/a.ts')).toEqual(before);
  expect(draw(changed)).toHaveLength(names.length + 1);
});

it('uses no break that does not compile, or that negates a promise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checked-'));
  await writeFile(join(folder, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"es2022"}}');
  await writeFile(join(folder, 'a.ts'), '');
  const compiles = createTypeChecker(folder);
  const results = ['save()', '!(save())', '!(await save())', 'save() + 1', '[() => !(save())]'].map((value) =>
    compiles('a.ts', `const save = async () => true; export const saved = async () => ${value};`),
  );
  await rm(folder, { recursive: true });

  expect(results).toEqual([true, false, true, false, false]);
});

it('finds the tests that import a file most directly or have a similar name', () => {
  const sources = new Map([
    ['server/edit.ts', ''],
    ['server/routes/submissions.ts', "import { edit } from '../edit';"],
    ['server/app.ts', "import '@/server/routes/submissions';"],
    ['server/cli/fill.ts', "import { edit } from '@/server/edit';"],
    ['server/thread.ts', "workerFile(import.meta.url, 'edit-worker');"],
    ['server/edit-worker.ts', ''],
    ['lib/other.ts', "import type { Edit } from '@/server/edit';"],
    ['__tests__/setup/app.ts', "import '@/server/app';"],
    ['__tests__/routes/tags.test.ts', "import '../setup/app';"],
    ['__tests__/routes/submissions.test.ts', "import '../setup/app';"],
    ['__tests__/cli/fill.test.ts', "spawn('node', ['server/cli/fill.ts']);"],
    ['__tests__/lib/other.test.ts', "import '@/lib/other';"],
    ['__tests__/server/thread.test.ts', "import '@/server/thread';"],
  ]);
  const importers = readImporters(sources);

  expect(findNearestTests(sources, importers, 'server/edit.ts', 2)).toEqual([
    '__tests__/cli/fill.test.ts',
    '__tests__/routes/submissions.test.ts',
  ]);
  expect(findNearestTests(sources, importers, 'server/edit-worker.ts', 2)).toEqual([
    '__tests__/server/thread.test.ts',
  ]);
  expect(findNearestTests(sources, importers, 'lib/other.ts', 2)).toEqual(['__tests__/lib/other.test.ts']);
  expect(findNearestTests(sources, importers, '__tests__/setup/app.ts', 6)).toHaveLength(2);
});

it('finds the tests that are named after the folder of a file, or after what the file imports', () => {
  const sources = new Map([
    ['lib/rate-limits.ts', ''],
    ['server/http/every-call.ts', "import '@/lib/rate-limits';"],
    ['server/sessions/key-ring.ts', ''],
    ['server/app.ts', "import './http/every-call';\nimport './sessions/key-ring';"],
    ['__tests__/routes/account.test.ts', "import '@/server/app';"],
    ['__tests__/routes/rate-limits.test.ts', "import '@/server/app';"],
    ['__tests__/routes/sessions.test.ts', "import '@/server/app';"],
  ]);
  const importers = readImporters(sources);

  expect(findNearestTests(sources, importers, 'server/http/every-call.ts', 1)).toEqual([
    '__tests__/routes/rate-limits.test.ts',
  ]);
  expect(findNearestTests(sources, importers, 'server/sessions/key-ring.ts', 1)).toEqual([
    '__tests__/routes/sessions.test.ts',
  ]);
});

const request = 'get(`/api/tags/${slug}/tools?limit=2`);';
it.each([
  ['itself', request],
  ['through its setup', "import './setup/tag-calls';"],
])('finds the test that makes the calls that a file serves, %s', (_, text) => {
  const sources = new Map([
    ['lib/contract/tag.ts', "export const listTagsCall = defineCall({\n  path: '/tags/:slug/tools',\n});"],
    ['server/queries/words.ts', ''],
    ['server/routes/tags.ts', "import '@/server/queries/words';\nroute(listTagsCall);"],
    ['server/app.ts', "import './routes/tags';"],
    ['__tests__/setup/tag-calls.ts', `import '@/server/app';\n${request}`],
    ['__tests__/a.test.ts', "import '@/server/app';\nget('/tags/x');"],
    ['__tests__/b.test.ts', `import '@/server/app';\n${text}`],
  ]);

  expect(findNearestTests(sources, readImporters(sources), 'server/queries/words.ts', 1)).toEqual([
    '__tests__/b.test.ts',
  ]);
});

it('finds the tests that have rare words in common with the lines around a break', () => {
  const test = (text: string) => `import '@/server/app';\nit('gives the product', () => ${text});`;
  const sources = new Map([
    ['server/app.ts', 'const product = 1;\nconst standingOfWeek = 2;'],
    ['__tests__/a.test.ts', test('product')],
    ['__tests__/b.test.ts', test('product.standing')],
    ['__tests__/c.test.ts', test('product')],
  ]);

  expect(
    findNearestTests(sources, readImporters(sources), 'server/app.ts', 2, 'findStandings(product)'),
  ).toEqual(['__tests__/a.test.ts', '__tests__/b.test.ts']);
});
