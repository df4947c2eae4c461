import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { buildProduct } from '@/__tests__/setup/build';
import { setUpTestApp } from '@/__tests__/setup/test-app';
import { rewriteSearchAfterMigrations } from '@/server/jobs/product-jobs';

const api = setUpTestApp();

const answer = z.object({
  hits: z.array(
    z.object({
      title: z.string(),
      _missingWords: z.optional(z.array(z.string())),
      _highlightResult: z.object({
        title: z.object({ value: z.string(), matchedWords: z.array(z.string()) }),
      }),
    }),
  ),
});

async function find(query: string, params: object = {}) {
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query, ...params } });
  return answer.parse(body).hits;
}
const titlesOf = (hits: { title: string }[]) => hits.map(({ title }) => title).sort();

const PARTY = 'Party';
const FAMILY = 'Family';
const C = 'C++ Insights';

async function buildSigned(): Promise<void> {
  await buildProduct(api.db, { name: PARTY, tagline: 'Confetti 🎉 and rockets 🚀 for all!' });
  await buildProduct(api.db, { name: FAMILY, descriptionHTML: '<p>For 👩🏽‍💻, 👍🏿 and ❤️ in 🇩🇪</p>' });
  await buildProduct(api.db, { name: C });
  await buildProduct(api.db, { name: 'a/b', tagline: 'Q&A. 100 % yours.' });
  await buildProduct(api.db, { name: 'Arrows', tags: ['Left → right'] });
  await buildProduct(api.db, { name: '🎉' });
  await buildProduct(api.db, { name: 'Plain', tagline: 'Nothing but words (and a sentence). Or: two?' });
}

it.each([
  ['🎉', ['🎉', PARTY]],
  ['🚀', [PARTY]],
  ['🎉🚀', [PARTY]],
  ['❤️', [FAMILY]],
  ['❤', [FAMILY]],
  ['👩‍💻', [FAMILY]],
  ['💻', [FAMILY]],
  ['👍', [FAMILY]],
  ['👍🏻', [FAMILY]],
  ['🇩🇪', [FAMILY]],
  ['🇫🇷', []],
  ['+', [C]],
  ['++', [C]],
  ['＋', [C]],
  ['&', ['a/b']],
  ['%', ['a/b']],
  ['/', ['a/b']],
  ['→', ['Arrows']],
  ['( )', []],
  ['.', []],
  ['!!!', []],
  ['#', []],
  ["'", []],
  ['\\', []],
  ['*', []],
  ['🏽', []],
  ['\u{200d}', []],
  ['\u{fe0f}', []],
])('finds what has %s, and nothing else', async (query, names) => {
  await buildSigned();
  expect(titlesOf(await find(query))).toEqual(names.toSorted());
  const filled = await find(query, { fillPageWithSomeWords: true });
  expect(titlesOf(filled.filter(({ _missingWords }) => !_missingWords))).toEqual(names.toSorted());
});

it('finds everything without a text alone', async () => {
  await buildSigned();
  expect(await find('')).toHaveLength(7);
  expect(await find(' ')).toHaveLength(7);
});

it('puts the product of that name first, marks the sign, and says which is missing', async () => {
  await buildSigned();
  expect(await find('🎉')).toMatchObject([
    { title: '🎉', _highlightResult: { title: { value: '<em>🎉</em>', matchedWords: ['🎉'] } } },
    { title: PARTY },
  ]);
  expect(await find('🎉🚀', { fillPageWithSomeWords: true })).toMatchObject([
    { title: PARTY },
    { title: '🎉', _missingWords: ['🚀'] },
  ]);
});

it('leaves signs beside words to these', async () => {
  await buildSigned();
  expect(titlesOf(await find('🎉 insights ++'))).toEqual([C]);
  expect(titlesOf(await find('C++'))).toEqual([C]);
  expect((await find('a/b'))[0]?.title).toBe('a/b');
});

it('finds values of facets by signs', async () => {
  await buildProduct(api.db, { name: 'Kite', tags: ['C++', 'Java'] });
  const valuesOf = async (facetQuery: string) =>
    (await api.request('POST', '/1/indexes/tool-fyi/facets/tags/query', { body: { facetQuery } })).body;
  expect(await valuesOf('+')).toMatchObject({ facetHits: [{ value: 'C++' }] });
  expect(await valuesOf('🚀')).toMatchObject({ facetHits: [] });
});

it('writes the documents of all products again after a migration that says so, as they were', async () => {
  for (let index = 0; index < 30; index += 1) await buildProduct(api.db, { name: `Rocket ${index} 🚀` });
  await buildProduct(api.db, { name: 'Rocket 🚀', status: 'pending', approvedAt: null });
  const listDocuments = async () =>
    (await api.db.execute(sql`SELECT product_id, words::text FROM search_documents ORDER BY 1`)).rows;
  const documents = await listDocuments();
  await api.db.execute(
    sql`UPDATE search_documents SET words = ts_delete(words, ARRAY['/🚀', 't//🚀', 'n//🚀'])`,
  );
  // Equal searches are answered from the cache, so each search asks for another number of hits.
  expect(await find('🚀', { hitsPerPage: 50 })).toHaveLength(0);
  const run = () => rewriteSearchAfterMigrations.run(api.deps(), new AbortController().signal);
  await run();
  expect(await find('🚀', { hitsPerPage: 49 })).toHaveLength(0);

  await api.db.execute(sql`INSERT INTO search_rewrites (migration) VALUES ('0221_search_rewrites')`);
  await run();
  expect(await find('🚀', { hitsPerPage: 48 })).toHaveLength(30);
  expect(await listDocuments()).toEqual(documents);
  expect((await api.db.execute(sql`SELECT FROM search_rewrites`)).rows).toEqual([]);
});

it.each([
  ['کتاب', 'كتاب'],
  ['بازی', 'بازي'],
  ['ٱلكتاب', 'الكتاب'],
  ['فيلم ١٢٣', 'فيلم 123'],
  ['فيلم ۱۲۳', 'فيلم 123'],
  ['שלום', 'שלומ'],
  ['C++', 'С++'],
  ['ブラウザー', 'ブラウザ'],
  ['ブラウザ拡張', 'ブラウザー拡張'],
  ['ทำงาน', 'ท\u0e4d\u0e32งาน'],
])('finds %s by %s, which looks or is written alike', async (name, other) => {
  await buildProduct(api.db, { name });
  await buildProduct(api.db, { name: `${other} Two` });
  expect(titlesOf(await find(other, { typoTolerance: false }))).toEqual([name, `${other} Two`].sort());
  expect(titlesOf(await find(name, { typoTolerance: false }))).toEqual([name, `${other} Two`].sort());
});
