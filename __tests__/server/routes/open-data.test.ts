import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { listenControlSocket } from '@/host/listen';
import { createControlApp } from '@/server/control/control-app';
import { readEnv } from '@/server/config/env';
import { readSiteFile } from '@/server/fields/site-file';
import { buildProduct } from '../../setup/build';
import { programArguments } from '../../setup/program-file';
import { setUpTestApp } from '../../setup/test-app';

const siteFile = JSON.stringify({
  fields: [
    { key: 'license', label: 'License', type: 'text' },
    { key: 'cost', label: 'Cost', type: 'money', currency: 'EUR' },
    { key: 'hosted', label: 'Hosted', type: 'boolean' },
    {
      key: 'platforms',
      label: 'Platforms',
      type: 'choices',
      choices: [
        { value: 'linux', label: 'Linux' },
        { value: 'mac', label: 'Mac, `old` or new' },
      ],
    },
  ],
});
let variables: Record<string, string> = {};
const api = setUpTestApp(() => ({ ...readEnv(variables), fields: readSiteFile(siteFile, 'site.json') }));
let folder = '';
let close = () => Promise.resolve();

beforeEach(async () => {
  variables = { NEXT_PUBLIC_SITE_URL: 'https://listgrove.example' };
  folder = await mkdtemp(join(tmpdir(), 'open-data-'));
  await writeFile(join(folder, 'site.json'), siteFile);
  ({ close } = await listenControlSocket(createControlApp(api.deps()), folder));
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

/** Imports a file by the command, into the database of this test. */
async function importFile(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  const env = {
    ...process.env,
    ...{ NODE_OPTIONS: '', DATA_DIR: folder, DATABASE_URL: '', SITE_FILE: join(folder, 'site.json') },
  };
  const child = spawn(
    process.execPath,
    [...programArguments('host/listgrove.ts'), 'import', file, '--json'],
    {
      env,
    },
  );
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise((resolve) => child.on('close', () => resolve(output)));
}

const read = async (file: string) => (await api.request('GET', `/data/${file}`)).text;
const empty = () => api.pool.query('TRUNCATE products, tags RESTART IDENTITY CASCADE');
const added = (count: number) => `{"added":${count},"updated":0,"listed":0,"skipped":0`;

const names = [
  ['plain', 'Plain'],
  ['star-and-underscore', '*Star* _and_ __underscore__ ~~x~~'],
  ['brackets', '[brackets](https://evil.example) ![i](j)'],
  ['pipes', 'a | b || c'],
  ['ticks', '`code` ``` \\ \\\\ \\]'],
  ['html', '<script>alert(1)</script> <!-- x --> &amp; &#42;'],
  ['emoji', '👩‍👩‍👧‍👦 :rocket: 🇩🇪 مرحبا 日本'],
  ['dash', '- - leading dashes --'],
  ['heading', '## Heading, with comma #'],
  ['formula', '=HYPERLINK("https://evil.example")'],
  ['at', '@SUM(1+1)*cmd|calc!A0'],
  ['long', 'W'.repeat(60)],
  ['number', '1. 2) + item'],
] as const;

const records = names.map(([slug, name], index) => ({
  slug,
  name,
  url: `https://${slug}.example/a_(b)/?q=*&copy=1,2&x=%20#${index}`,
  tagline: `${name} `.repeat(3).trim().slice(0, 119).padEnd(10, '.').trim(),
  description:
    index % 2 === 0
      ? ''
      : `# ${name}\n\n- [a](https://b.example)\n\n  > quote\n\n    code  \n\n---\n\`\`\`\n- [x](y) - z\n\`\`\``,
  tags: [...(index % 3 === 0 ? ['C++'] : []), 'Design, *print* & [web]', `Tag | ${index}`],
  listedAt: `2024-02-${10 + index}T03:04:05.${600 + index}Z`,
  fields: {
    license: `MIT, \`or\` *${index}* <b>`,
    ...(index % 2 === 0 && { cost: index + 0.5, hosted: index % 4 === 0, platforms: ['linux', 'mac'] }),
  },
}));
const lines = records.map((record) => `${JSON.stringify(record)}\n`);

it('is read back by the import without a difference, whatever the texts contain', async () => {
  expect(await importFile('products.jsonl', lines.join(''))).toContain(added(lines.length));
  expect((await read('products.jsonl')).split(/(?<=\n)/)).toEqual(lines);
  const list = await read('awesome.md');
  expect(list).toContain(
    '\n## C++\n\n- [Plain](https://plain.example/a_\\(b\\)/?q=*\\&copy=1,2\\&x=%20#0) - ',
  );
  expect(list).toContain(
    '  - Tags: Design\\, \\*print\\* \\& \\[web\\], Tag \\| 0\n  - Listed: 2024-02-10T03:04:05.600Z\n',
  );

  await empty();
  expect(await read('products.jsonl')).toBe('');
  expect(await importFile('awesome.md', list)).toContain(added(lines.length));

  expect(await read('awesome.md')).toBe(list);
  expect(
    (await read('products.jsonl'))
      .split(/(?<=\n)/)
      .map((line) => ({ ...product.parse(JSON.parse(line)), slug: '' }))
      .sort(byName),
  ).toEqual(records.map((record) => ({ ...record, slug: '' })).sort(byName));
});

const product = z.looseObject({ name: z.string() });
const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

it('has no cell in its CSV that a spreadsheet would run as a formula', async () => {
  for (const name of ['=1+1', ' @SUM(A1)', '-2+3', '+cmd|calc', '＝1', 'Safe "quoted", text'])
    await buildProduct(api.db, { name, description: '\t=1\nsecond line', values: { cost: 5 } });

  const rows: Record<string, string>[] = parse(await read('products.csv'), { columns: true });

  expect(rows.map(({ name }) => name)).toEqual([
    "'=1+1",
    "' @SUM(A1)",
    "'-2+3",
    "'+cmd|calc",
    "'＝1",
    'Safe "quoted", text',
  ]);
  expect(rows[0]).toMatchObject({ description: "'\t=1\nsecond line", cost: '5', hosted: '' });
});

it('lists approved products alone, without those who submitted or upvoted them', async () => {
  for (const status of ['pending', 'rejected', 'removed', 'discontinued'] as const)
    await buildProduct(api.db, { slug: status, status, tags: ['Hidden'] });
  await buildProduct(api.db, { slug: 'shown', upvoteCount: 7, tags: ['Shown'] });

  for (const file of ['products.jsonl', 'products.csv', 'awesome.md']) {
    const text = await read(file);
    expect(text).toContain('shown.example');
    expect(text).not.toMatch(/pending|rejected|removed|discontinued|Hidden|upvote/);
  }
});

it('reads hundreds of products and tags step by step, each once', async () => {
  const more = Array.from({ length: 450 }, (_, index) => ({
    ...{ slug: `tool-${index}`, name: `Tool ${index}`, url: `https://tool-${index}.example/` },
    ...{ tagline: 'One of many products', description: '', tags: [`Tag ${index % 225}`, 'All'] },
    ...{ listedAt: '2024-02-10T03:04:05.600Z', fields: {} },
  }));
  await importFile('products.jsonl', more.map((record) => JSON.stringify(record)).join('\n'));

  expect((await read('products.jsonl')).match(/"slug":"tool-\d+"/g)).toEqual(
    more.map(({ slug }) => `"slug":"${slug}"`),
  );
  const list = await read('awesome.md');
  expect(new Set(list.match(/^- \[Tool \d+\]/gm)).size).toBe(450);
  expect(list.match(/^- /gm)).toHaveLength(450);
  expect(list.match(/^## /gm)).toHaveLength(225);
});

it.each([
  ['products.jsonl', 'application/jsonl; charset=UTF-8'],
  ['products.csv', 'text/csv; charset=UTF-8'],
  ['awesome.md', 'text/markdown; charset=UTF-8'],
])('%s names its license and answers 304 until a product changes', async (file, type) => {
  variables = { ...variables, DATA_LICENSE_URL: 'https://creativecommons.org/licenses/by/4.0/' };
  const { id } = await buildProduct(api.db, { tags: ['Design'] });
  const ask = (headers: Record<string, string> = {}) => api.request('GET', `/data/${file}`, { headers });

  const first = await ask();
  expect([first.status, first.headers.get('content-type'), first.headers.get('link')]).toEqual([
    200,
    type,
    '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
  ]);
  const known = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect(await ask(known)).toMatchObject({ status: 304, text: '' });
  expect((await ask({ 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');

  await api.pool.query('UPDATE products SET upvote_count = 9 WHERE id = $1', [id]);
  expect((await ask(known)).status).toBe(304);
  await api.pool.query("UPDATE products SET tagline = 'Another text of this product' WHERE id = $1", [id]);
  expect(await ask(known)).toMatchObject({ status: 200, text: expect.stringContaining('Another text') });
});
