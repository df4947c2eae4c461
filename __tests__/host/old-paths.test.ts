import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { findMoved } from '@/host/pages/render-page';
import { provideInProcessFetch } from '@/lib/in-process';
import { readFolder } from '@/server/cli/import-folder';
import { ImportRun } from '@/server/cli/import-run';
import { importProducts } from '@/server/commands/imports/import-products';
import type { ColumnTarget, ImportFormat } from '@/lib/contract/import';
import { ColumnMatcher } from '@/server/import/formats/column-matcher';
import type { ImportLine } from '@/server/import/formats/import-line';
import { type ReadOptions, readImport } from '@/server/import/formats/read-import';
import { buildProduct } from '../setup/build';
import { setUpServedPages } from '../setup/served-pages';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const site = setUpServedPages(api);

async function importLines(lines: AsyncIterable<ImportLine>): Promise<void> {
  const run = new ImportRun({
    importBatch: (drafts) => importProducts(api.deps(), drafts, { isDryRun: false }),
  });
  await run.importAll(lines, () => false);
  expect(run.counts.skipped).toBe(0);
  await site.learnChanges();
}
const importText = (format: ImportFormat, text: string, options: ReadOptions) =>
  importLines(readImport(format, Readable.from([text]), options));
const columns = (targets: Record<string, ColumnTarget>) => ({
  matcher: new ColumnMatcher(new Map(Object.entries(targets)), { isPartial: true }),
});
/** Where requests are sent, one after the other, and the last status. */
async function follow(path: string): Promise<(string | number | undefined)[]> {
  const { status, headers } = await site.send(path);
  return headers.location === undefined ? [status] : [headers.location, ...(await follow(headers.location))];
}

it('lead to the products of an import, also in another spelling, and shadow no page', async () => {
  await buildProduct(api.db, { slug: 'bob', canonicalURL: 'https://bob.example' });
  const rows = [
    ['Ada', 'https://ada.example', 'https://left.example/Old/Ada%20L/?page=2'],
    ['Bob', 'https://bob.example', '/old/bob'],
    ['Cy', 'https://cy.example', '/tags'],
    ['Di', 'https://di.example', '/old/bob'],
    ['Ed', 'https://ed.example', '/tool/edward'],
    ['Flo', 'https://flo.example', `/old/${'x'.repeat(300)}`],
    ['Gus', 'https://gus.example', 'javascript:alert(1)'],
  ];
  const csv = ['name,url,permalink', ...rows.map((row) => row.join(','))].join('\n');
  await importText('csv', csv, columns({ permalink: 'oldPath' }));

  expect(await follow('/old/ada%20l')).toEqual(['/tool/ada', 200]);
  expect(await follow('//old/ada%20L/?a=1')).toEqual(['/old/ada%20L?a=1', '/tool/ada', 200]);
  expect(await follow('/old/bob')).toEqual(['/tool/bob', 200]);
  expect(await follow('/tags')).toEqual([200]);
  expect(await follow(`/old/${'x'.repeat(300)}`)).toEqual([404]);
  expect(await follow('/old/none')).toEqual([404]);
  const { body } = await api.request('GET', '/api/products/edward');
  expect(body).toMatchObject({ fields: { movedTo: 'ed' } });

  const { rows: stored } = await api.pool.query(
    "SELECT slug FROM product_slugs WHERE slug LIKE '/%' ORDER BY slug",
  );
  expect(stored).toEqual([{ slug: '/old/ada l' }, { slug: '/old/bob' }, { slug: '/tags' }]);
});

it('are made from a pattern, or are a list of a record', async () => {
  const record = (name: string) => ({ name, url: `https://${name}.example`, slug: `${name}-app` });
  await importText('json', JSON.stringify([record('ada')]), { oldPathPattern: '/old/:slug/' });
  expect(await follow('/old/ada-app')).toEqual(['/tool/ada-app', 200]);

  const aliases = ['/old/cy', '/old/cy-2'];
  await importText('json', JSON.stringify([{ ...record('cy'), aliases }]), columns({ aliases: 'oldPath' }));
  for (const path of aliases) expect(await follow(path)).toEqual(['/tool/cy-app', 200]);
});

it('of a folder are made from the names of its files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  try {
    await writeFile(
      join(folder, '2021-05-01-ada-l.md'),
      '---\nname: Ada\nlink: https://ada.example\n---\n# Ada\n',
    );
    await importLines(readFolder(folder, { oldPathPattern: '/old/:slug.html' }, () => {}));
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await follow('/old/ada-l.html')).toEqual(['/tool/ada', 200]);
});

it('are answered with a sentence that says to try later while the product server fails', async () => {
  await buildProduct(api.db, { slug: 'ada', canonicalURL: 'https://ada.example' });
  site.isDatabaseAway = true;
  const { status, headers, body } = await site.send('/old/ada');
  expect({ status, body: body.toString() }).toEqual({
    status: 503,
    body: 'This site is very busy. Please try again in a moment.\n',
  });
  expect(headers['retry-after']).toBe('1');
  site.isDatabaseAway = false;
  expect((await site.send('/old/ada')).status).toBe(404);
});

const nouns = { siteNoun: 'font', formerNouns: ['tool', 'web site', 'font'] };

it.each([
  ['not_found', 404, 'missing'],
  ['bad_request', 400, 'missing'],
  ['gone', 410, 'missing'],
  ['unavailable', 503, 'unknown'],
  ['internal', 500, 'unknown'],
])('are missing or unknown when the product server answers %s', async (code, status, expected) => {
  provideInProcessFetch(() => Promise.resolve(Response.json({ code, message: 'No.' }, { status })));
  const found = await findMoved('/old/ada', nouns).then(
    () => 'missing',
    () => 'unknown',
  );
  expect(found).toBe(expected);
  expect(await findMoved('/old/%E0%A4%A', nouns)).toBeUndefined();
});

it('lead to the page that had the path while the site had another noun', async () => {
  provideInProcessFetch(() =>
    Promise.resolve(Response.json({ code: 'not_found', message: 'No.' }, { status: 404 })),
  );
  expect(await findMoved('/tool/ada', nouns)).toBe('/font/ada');
  expect(await findMoved('/web-site/ada/alternatives', nouns)).toBe('/font/ada/alternatives');
  expect(await findMoved('/font/ada', nouns)).toBeUndefined();
  expect(await findMoved('/tool', nouns)).toBeUndefined();
});

it('lead to the settings', async () => {
  expect(await findMoved('/settings/site', nouns)).toBe('/moderation/settings');
  expect(await findMoved('/settings/history', nouns)).toBe('/moderation/settings?group=history');
});
