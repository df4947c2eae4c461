import { liteClient, type SearchParamsObject } from 'algoliasearch/lite';
import { createApp } from '@/server/app';
import type { SearchHit } from '@/lib/contract/search';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';
import { noRateLimits } from '../../setup/no-rate-limits';

const api = setUpTestApp({}, { rateLimits: noRateLimits });

/** Algolia's own client, whose requests go to the app without a network. */
const client = liteClient('any', 'any', {
  hosts: [{ url: 'search.example', protocol: 'https', accept: 'readWrite' }],
  requester: {
    async send({ url, method, headers, data }) {
      const app = createApp(api.deps(), { basePath: '/api' });
      const response = await app.request(url, { method, headers, body: String(data) });
      return { status: response.status, content: await response.text(), isTimedOut: false };
    },
  },
});

async function ask(query: string, params: SearchParamsObject = {}) {
  const { results } = await client.searchForHits<SearchHit>({
    requests: [{ indexName: 'tool-fyi', query, ...params }],
  });
  const [result] = results;
  if (!result) throw new Error('No result');
  return result;
}
const find = async (query: string, params: SearchParamsObject = {}) =>
  (await ask(query, params)).hits.map(({ title }) => title);

async function buildCases() {
  await buildProduct(api.db, { name: 'Blue iPhone cases' });
  await buildProduct(api.db, { name: 'iPhone cases', tagline: 'Cases' });
  await buildProduct(api.db, { name: 'Pens', tagline: 'Sparkly things', tags: ['Blue'] });
}

it('removes words at zero results alone, from the end, from the beginning, or all, and says which', async () => {
  await buildCases();
  const query = 'sparkly blue iphone cases';
  expect(await ask(query)).toMatchObject({ nbHits: 0, hits: [] });
  expect(await ask(query, { removeWordsIfNoResults: 'none' })).not.toHaveProperty('queryAfterRemoval');
  expect(await ask(query, { removeWordsIfNoResults: 'lastWords' })).toMatchObject({
    ...{ nbHits: 1, hits: [{ title: 'Pens' }], query },
    queryAfterRemoval: 'sparkly blue <em>iphone cases</em>',
  });
  expect(await ask(query, { removeWordsIfNoResults: 'firstWords' })).toMatchObject({
    ...{ nbHits: 1, hits: [{ title: 'Blue iPhone cases' }] },
    queryAfterRemoval: '<em>sparkly</em> blue iphone cases',
  });
  expect(new Set(await find(query, { removeWordsIfNoResults: 'allOptional' }))).toEqual(
    new Set(['Blue iPhone cases', 'iPhone cases', 'Pens']),
  );
  const found = await ask('blue iphone', { removeWordsIfNoResults: 'allOptional' });
  expect(found).toMatchObject({ nbHits: 1, hits: [{ title: 'Blue iPhone cases' }] });
  expect(found).not.toHaveProperty('queryAfterRemoval');
});

it('removes words where the filter leaves nothing, and at most five', async () => {
  await buildCases();
  const filters = 'tags:Blue';
  expect(await find('iphone things', { filters, removeWordsIfNoResults: 'firstWords' })).toEqual(['Pens']);
  expect(await find('pens a b c d e', { removeWordsIfNoResults: 'lastWords' })).toEqual(['Pens']);
  expect(await find('pens a b c d e f', { removeWordsIfNoResults: 'lastWords' })).toEqual([]);
});

it('needs no optional words, puts products with all words first, and counts all', async () => {
  await buildProduct(api.db, { name: 'Phone' });
  await buildProduct(api.db, { name: 'Plain phone case' });
  await buildProduct(api.db, { name: 'Suit case' });
  expect(await find('phone case')).toEqual(['Plain phone case']);
  expect(await find('phone case', { optionalWords: ['case'] })).toEqual(['Plain phone case', 'Phone']);
  expect(await find('phone case', { optionalWords: 'case' })).toEqual(['Plain phone case', 'Phone']);
  const all = await ask('phone case', { optionalWords: 'phone case', facets: ['tags'] });
  expect(all).toMatchObject({ nbHits: 3, hits: [{ title: 'Plain phone case' }, {}, {}] });
  expect(await find('phone case', { optionalWords: ['other'] })).toEqual(['Plain phone case']);
  // The first 40 words are read.
  const after = (count: number) => ({ optionalWords: [...Array<string>(count).fill('a b c d e'), 'case'] });
  expect(await find('phone case', after(7))).toEqual(['Plain phone case', 'Phone']);
  expect(await find('phone case', after(8))).toEqual(['Plain phone case']);
});

it('puts products with more of the optional words first, however popular the others are', async () => {
  await buildProduct(api.db, { name: 'Round table', tagline: 'Stands outdoors' });
  await buildProduct(api.db, { name: 'Chairs', tagline: 'With a table' });
  await buildProduct(api.db, { name: 'Shelf', tagline: 'Tables, cutlery, chairs and a round lamp' });
  await buildProduct(api.db, { name: 'Cutlery' });
  const query = 'table chairs cutlery missing';
  const byCount = ['Shelf', 'Chairs', 'Round table', 'Cutlery'];
  const isInOrder = (titles: readonly string[]) => {
    expect(titles.toSorted()).toEqual(byCount.toSorted());
    expect(titles.slice(0, 2)).toEqual(['Shelf', 'Chairs']);
  };
  isInOrder(await find(query, { removeWordsIfNoResults: 'allOptional' }));
  isInOrder(await find(query, { optionalWords: query }));
  expect(await find(query, { removeWordsIfNoResults: 'allOptional', hitsPerPage: 1 })).toEqual(['Shelf']);
  expect(await ask(query, { optionalWords: query, hitsPerPage: 1 })).toMatchObject({ nbHits: 4 });
  const some = ['missing', 'cutlery'];
  expect(await find(query, { optionalWords: some })).toEqual(['Shelf', 'Chairs']);
});

it('answers the documented example of optional words and of words as a query', async () => {
  for (const name of ['Wheel', 'Big wheel', 'Big hamster wheel', 'Hamster'])
    await buildProduct(api.db, { name });
  const query = 'big hamster wheel';
  expect(await find(query)).toEqual(['Big hamster wheel']);
  expect((await find(query, { optionalWords: query })).slice(0, 2)).toEqual([
    'Big hamster wheel',
    'Big wheel',
  ]);
  expect(await ask(query, { optionalWords: query })).toMatchObject({ nbHits: 4 });
  expect(await find('action wheel', { optionalWords: ['action'] })).toHaveLength(3);
});

it('puts what has the joined word before what has its parts', async () => {
  await buildProduct(api.db, { name: 'Trial', tagline: 'Runs A/B tests' });
  await buildProduct(api.db, { name: 'B plan, A class' });
  expect(await find('a/b')).toEqual(['Trial', 'B plan, A class']);
  expect((await find('a/b tests'))[0]).toBe('Trial');
  await buildProduct(api.db, { name: 'Compiler', tagline: 'For C++' });
  await buildProduct(api.db, { name: 'C', tagline: 'Letters' });
  expect(await find('C++')).toEqual(['Compiler']);
  await buildProduct(api.db, { name: 'Framework', tagline: 'For .NET' });
  await buildProduct(api.db, { name: 'Net', tagline: 'For fish' });
  expect(await find('.NET')).toEqual(['Framework']);
});

it('looks in the asked attributes alone, and refuses what the index cannot tell', async () => {
  await buildProduct(api.db, { name: 'Violet' });
  await buildProduct(api.db, { name: 'Tagged', tags: ['Violet'] });
  await buildProduct(api.db, { name: 'Told', tagline: 'violet' });
  const within = (...restrictSearchableAttributes: string[]) =>
    find('violet', { restrictSearchableAttributes });
  expect(await within('title')).toEqual(['Violet']);
  expect(await within('tags')).toEqual(['Tagged']);
  expect(await within('title', 'tags')).toEqual(['Violet', 'Tagged']);
  expect(await within('title', 'tags', 'content')).toEqual(['Violet', 'Tagged', 'Told']);
  expect(await find('vi', { restrictSearchableAttributes: ['title'] })).toEqual(['Violet']);
  await expect(within('content')).rejects.toThrow(/does not tell the words of `content`/);
  await expect(within('slug')).rejects.toThrow(/restrictSearchableAttributes/);
});

it('corrects as documented: where nothing has the words as typed, with the fewest mistakes, or never', async () => {
  await buildProduct(api.db, { name: 'React' });
  await buildProduct(api.db, { name: 'Reach' });
  const find2 = (query: string, typoTolerance: boolean | 'min' | 'strict') => find(query, { typoTolerance });
  expect(await find2('react', true)).toEqual(['React', 'Reach']);
  expect(await find2('react', 'min')).toEqual(['React']);
  expect(await find2('raect', 'min')).toEqual(['React']);
  expect(await find2('raect', false)).toEqual([]);
});

it('takes meanings of one word as the word itself, and of several only where asked', async () => {
  await api.pool.query(
    `INSERT INTO synonym_rules (words, meaning, is_two_way, created_at)
     VALUES ('automobile', 'car', false, now()), ('photo editor', 'image editor', false, now())`,
  );
  // Of products with as many upvotes, the newest is first.
  for (const name of ['Old automobile', 'Car', 'Fine photo editor', 'Image editor'])
    await buildProduct(api.db, { name });
  await api.deps().vocabulary.readAgain(api.db);
  expect(await find('automobile')).toEqual(['Car', 'Old automobile']);
  expect(await find('automobile', { alternativesAsExact: [] })).toEqual(['Old automobile', 'Car']);
  expect(await find('photo editor')).toEqual(['Fine photo editor', 'Image editor']);
  expect(await find('photo editor', { alternativesAsExact: ['multiWordsSynonym'] })).toEqual([
    ...['Image editor', 'Fine photo editor'],
  ]);
});

it('answers each product by itself whatever `distinct` says, and refuses what Algolia does', async () => {
  await buildProduct(api.db, { name: 'One Violet' });
  await buildProduct(api.db, { name: 'Two Violet' });
  for (const distinct of [true, false, 1, 4]) expect(await find('violet', { distinct })).toHaveLength(2);
  await expect(find('violet', { distinct: 5 })).rejects.toThrow(/distinct/);
});

it('removes whole words of a script without spaces, and requires no optional word again', async () => {
  await buildProduct(api.db, { name: '写真', tagline: '編集' });
  expect(await ask('写真編集', { removeWordsIfNoResults: 'lastWords' })).toMatchObject({
    hits: [{ title: '写真' }],
    queryAfterRemoval: '写真<em>編集</em>',
  });
  expect(await ask('写真辞書編集', { removeWordsIfNoResults: 'lastWords' })).toMatchObject({
    queryAfterRemoval: '写真<em>辞書編集</em>',
  });
  await buildProduct(api.db, { name: 'Lone kettle' });
  const optionalWords = ['nowhere'];
  const found = await find('nowhere kettle missing', { removeWordsIfNoResults: 'lastWords', optionalWords });
  expect(found).toEqual(['Lone kettle']);
});
