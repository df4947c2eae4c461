import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { algoliasearch, type SearchParamsObject } from 'algoliasearch';
import { createApp } from '@/server/app';
import type { SearchRecord } from '@/lib/contract/search';
import { buildProduct } from '../../setup/build';
import { facetFields as fields } from '../../setup/facet-fields';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({ fields });
const indexName = 'tool-fyi';
let server: Server;
let client: ReturnType<typeof algoliasearch>;

beforeAll(async () => {
  const listener = getRequestListener((request) =>
    createApp(api.deps(), { basePath: '/api' }).fetch(request),
  );
  server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  client = algoliasearch('any', 'any', {
    hosts: [{ url: `127.0.0.1:${address.port}`, protocol: 'http', accept: 'readWrite' }],
    // A busy machine takes longer than the client waits for the search of a whole company.
    timeouts: { connect: 60_000, read: 60_000, write: 60_000 },
  });
});

beforeEach(async () => {
  const build = (name: string, values: Record<string, string | number | boolean | string[]>) =>
    buildProduct(api.db, { name, slug: name.toLowerCase(), values, fields, tags: [`tag of ${name}`] });
  await build('Ash', { price: 'free', platform: ['web', 'linux'], license: 'MIT', weights: 1, cost: 0 });
  await build('Birch', { price: 'free-plan', platform: ['linux'], variable: true, weights: 12, cost: 9.99 });
  await build('Cedar', { price: 'paid', platform: ['macos'], license: 'mit', weights: -3, fee: 120 });
  await build('Dogwood', { price: 'paid', variable: false, released: '1970-01-03', notes: 'free' });
  await build('Elm', {});
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const search = (searchParams: SearchParamsObject) =>
  client.searchSingleIndex<SearchRecord>({ indexName, searchParams });
const titles = async (searchParams: SearchParamsObject) =>
  (await search({ attributesToRetrieve: ['title'], ...searchParams })).hits.map(({ title }) => title).sort();

it('returns the values of a product as attributes: labels, numbers, booleans and seconds', async () => {
  const { hits } = await search({ query: 'dogwood' });
  const [hit] = (await search({ query: 'birch' })).hits;

  expect(hits).toEqual([
    expect.objectContaining({ title: 'Dogwood', price: 'Paid', variable: false, released: 172_800 }),
  ]);
  expect(hits[0]).not.toHaveProperty('notes');
  expect(hit).toMatchObject({ price: 'Free plan', platform: ['Linux'], variable: true, cost: 9.99 });
  expect((await search({ query: 'birch', attributesToRetrieve: ['cost'] })).hits).toEqual([
    expect.objectContaining({ cost: 9.99 }),
  ]);
});

it.each<[string, string[]]>([
  ['price:Free', ['Ash']],
  ['price:"Free plan" OR price:Paid', ['Birch', 'Cedar', 'Dogwood']],
  ['price:Paid AND NOT platform:macOS', ['Dogwood']],
  ['platform:Linux AND (price:Free OR variable:true)', ['Ash', 'Birch']],
  ['variable:false', ['Dogwood']],
  ['license:MIT', ['Ash']],
  ['weights > 1', ['Birch']],
  ['weights >= 1', ['Ash', 'Birch']],
  ['weights < 1', ['Cedar']],
  ['weights:-3 TO 1', ['Ash', 'Cedar']],
  ['cost <= 9.99', ['Ash', 'Birch']],
  ['cost > 9.98 AND cost < 120.01', ['Birch', 'Cedar']],
  ['cost = 120', ['Cedar']],
  ['cost != 120 AND cost >= 0', ['Ash', 'Birch']],
  ['released > 172799', ['Dogwood']],
  ['released > 172800', []],
  ['tags:"tag of ash" OR weights=12', ['Ash', 'Birch']],
  ['notes:free', []],
  ['NOT unknown:a AND price:Free', ['Ash']],
  ['__proto__:a OR constructor:b', []],
])('finds by the filters %s', async (filters, found) => {
  expect(await titles({ filters })).toEqual(found);
});

it('finds by facet filters and numeric filters, alone and with words', async () => {
  expect(await titles({ facetFilters: [['price:Free', 'price:Paid'], 'platform:-macOS'] })).toEqual([
    'Ash',
    'Dogwood',
  ]);
  expect(await titles({ numericFilters: ['weights>=-3', ['cost=0', 'cost>100']] })).toEqual(['Ash', 'Cedar']);
  expect(await titles({ query: 'ash', filters: 'price:Free', numericFilters: 'weights=1' })).toEqual(['Ash']);
  expect(await titles({ query: 'ash', filters: 'price:Paid' })).toEqual([]);
});

it('counts the values of facets among the hits, with statistics of numbers', async () => {
  const answer = await search({ facets: ['*'], hitsPerPage: 0 });

  expect(answer).toMatchObject({ nbHits: 5, hits: [], exhaustiveFacetsCount: true });
  expect(answer.facets).toEqual({
    tags: {
      'tag of Ash': 1,
      'tag of Birch': 1,
      'tag of Cedar': 1,
      'tag of Dogwood': 1,
      'tag of Elm': 1,
    },
    price: { Paid: 2, Free: 1, 'Free plan': 1 },
    platform: { Linux: 2, Web: 1, macOS: 1 },
    license: { MIT: 1, mit: 1 },
    variable: { true: 1, false: 1 },
    weights: { 1: 1, 12: 1, '-3': 1 },
    cost: { 0: 1, 9.99: 1, 120: 1 },
    released: { 172800: 1 },
  });
  expect(answer.facets_stats).toEqual({
    weights: { min: -3, max: 12, avg: 10 / 3, sum: 10 },
    cost: { min: 0, max: 120, avg: 129.99 / 3, sum: 129.99 },
    released: { min: 172_800, max: 172_800, avg: 172_800, sum: 172_800 },
  });
  expect(await search({ filters: 'price:Paid', facets: ['platform', 'unknown', 'notes'] })).toMatchObject({
    nbHits: 2,
    facets: { platform: { macOS: 1 } },
  });
});

it('counts at most as many values as are asked for, the most frequent first', async () => {
  const { facets } = await search({ facets: ['price', 'weights'], maxValuesPerFacet: 1 });

  expect(facets).toEqual({ price: { Paid: 2 }, weights: { '-3': 1 } });
  expect((await search({ facets: ['weights'], maxValuesPerFacet: 1 })).facets_stats).toMatchObject({
    weights: { min: -3, max: 12 },
  });
});

it('counts disjunctive facets in one request of several searches', async () => {
  const { results } = await client.searchForHits({
    requests: [
      { indexName, facets: ['price', 'platform'], facetFilters: [['price:Paid'], ['platform:macOS']] },
      { indexName, hitsPerPage: 0, facets: ['price'], facetFilters: [['platform:macOS']] },
      { indexName, hitsPerPage: 0, facets: ['platform'], facetFilters: [['price:Paid']] },
    ],
  });

  expect(results.map(({ nbHits, facets }) => ({ nbHits, facets }))).toEqual([
    { nbHits: 1, facets: { price: { Paid: 1 }, platform: { macOS: 1 } } },
    { nbHits: 1, facets: { price: { Paid: 1 } } },
    { nbHits: 2, facets: { platform: { macOS: 1 } } },
  ]);
});

it('searches the values of a facet, alone and together with other searches', async () => {
  const searchValues = (facetName: string, searchForFacetValuesRequest = {}) =>
    client.searchForFacetValues({ indexName, facetName, searchForFacetValuesRequest });

  expect(await searchValues('price', { facetQuery: 'fr' })).toMatchObject({
    facetHits: [
      { value: 'Free', highlighted: '<em>Fr</em>ee', count: 1 },
      { value: 'Free plan', highlighted: '<em>Fr</em>ee plan', count: 1 },
    ],
    exhaustiveFacetsCount: true,
  });
  expect((await searchValues('price', { maxFacetHits: 1 })).facetHits).toEqual([
    { value: 'Paid', highlighted: 'Paid', count: 2 },
  ]);
  expect(
    (await searchValues('price', { sortFacetValuesBy: 'alpha', maxFacetHits: 1 })).facetHits,
  ).toMatchObject([{ value: 'Free' }]);
  expect(
    (await searchValues('tags', { facetQuery: 'birch', params: 'filters=platform%3ALinux' })).facetHits,
  ).toMatchObject([{ value: 'tag of Birch', count: 1 }]);
  const { results } = await client.search({
    requests: [
      { indexName, query: 'ash' },
      { indexName, type: 'facet', facet: 'platform', facetQuery: 'self', params: 'query=ash' },
      { indexName, type: 'facet', facet: 'platform', facetQuery: 'l', params: 'query=ash' },
    ],
  });
  expect(results).toMatchObject([
    { nbHits: 1 },
    { facetHits: [] },
    { facetHits: [{ value: 'Linux', highlighted: '<em>L</em>inux', count: 1 }] },
  ]);
});

it.each(['weights', 'notes', 'unknown', '__proto__'])(
  'refuses to search the values of %s as Algolia does',
  async (facetName) => {
    await expect(client.searchForFacetValues({ indexName, facetName })).rejects.toMatchObject({
      status: 400,
      message: `Cannot search in \`${facetName}\` attribute, you need to add \`searchable(${facetName})\` to attributesForFaceting.`,
    });
  },
);

it.each<[string, SearchParamsObject, string]>([
  ['10,000 characters', { filters: 'price:a OR '.repeat(1_000) }, 'Invalid value for "filters" parameter'],
  ['brackets in brackets', { filters: `${'('.repeat(2_000)}price:a` }, 'filters: brackets and NOT may nest'],
  [
    'many facet filters',
    { facetFilters: [Array(60).fill('price:a'), Array(60).fill('price:b')] },
    'facetFilters: at most 100 conditions',
  ],
  ['a long list of facet filters', { facetFilters: Array(101).fill('price:a') }, 'facetFilters'],
  ['no value', { facetFilters: ['price'] }, 'facetFilters: "price" is not `attribute:value`'],
  ['no number', { numericFilters: ['weights>many'] }, 'numericFilters: "weights>many" is not a comparison'],
  [
    'many comparisons',
    { numericFilters: Array(21).fill('cost>1') },
    'numericFilters: at most 20 comparisons',
  ],
])('refuses filters with %s by a sentence', async (_, searchParams, message) => {
  await expect(search(searchParams)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  });
});

it('compares numbers as SQL does, whatever their size and sign', async () => {
  const numbers = [
    0, 1e-9, -1e-9, 0.1, 0.25, 9.99, 10, 10.5, 99, 100, 105, 1e12, 123456789.123, -0.5, -10, -105,
  ];
  for (const [index, weights] of numbers.entries()) {
    await buildProduct(api.db, { name: `Number ${index}`, values: { weights }, fields });
  }
  const all = [...numbers, 1, 12, -3];
  const comparisons: readonly [string, (one: number, other: number) => boolean][] = [
    ['<', (one, other) => one < other],
    ['<=', (one, other) => one <= other],
    ['>=', (one, other) => one >= other],
    ['>', (one, other) => one > other],
  ];
  for (const limit of [...numbers, 2, -2, 104.999]) {
    const asked = comparisons.map(([operator]) => `weights ${operator} ${limit.toFixed(10)}`);
    const { results } = await client.searchForHits({
      requests: asked.map((filters) => ({ indexName, filters, hitsPerPage: 0 })),
    });
    expect(results.map(({ nbHits }, index) => [asked[index], nbHits])).toEqual(
      comparisons.map(([, isMatch], index) => [
        asked[index],
        all.filter((each) => isMatch(each, limit)).length,
      ]),
    );
  }
});
