import * as z from 'zod/mini';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

/** Those of all searches of a request, together, and some that look for new words and changes. */
const STATEMENTS_MAX = 8;

const facetCounts = z.optional(z.record(z.string(), z.record(z.string(), z.int())));
const result = z.object({
  hits: z.optional(z.array(z.object({ title: z.string() }))),
  nbHits: z.optional(z.int()),
  facets: facetCounts,
  facetHits: z.optional(z.array(z.object({ value: z.string(), count: z.int() }))),
});
const send = async (requests: readonly object[]) => {
  const { status, body } = await api.request('POST', '/1/indexes/*/queries', {
    body: { requests: requests.map((each) => ({ indexName: 'tool-fyi', ...each })) },
    headers: { 'x-forwarded-for': '192.0.2.1' },
  });
  expect(status).toBe(200);
  return z.object({ results: z.array(result) }).parse(body).results;
};

beforeEach(async () => {
  for (const [name, tag] of [
    ['Amber', 'Ink'],
    ['Amber Two', 'Paper'],
    ['Birch', 'Paper'],
  ] as const)
    // prettier-ignore
    await buildProduct(api.db, { name, tags: [tag] });
});

const { requestsMax } = SEARCH_LIMITS;
const many = (make: (index: number) => object) =>
  Array.from({ length: requestsMax }, (_, index) => make(index));

it.each([
  ['words', (index: number) => ({ query: `amber ${index}`, hitsPerPage: 1 })],
  ['hits', (index: number) => ({ query: 'amber', hitsPerPage: 2, filters: `NOT tags:x${index}` })],
  [
    'counts',
    (index: number) => ({ query: 'amber', hitsPerPage: 0, facets: ['tags'], filters: `NOT tags:x${index}` }),
  ],
  ['everything', (index: number) => ({ query: '', hitsPerPage: 1, page: index })],
  [
    'values',
    (index: number) => ({ type: 'facet', facet: 'tags', facetQuery: 'i', filters: `NOT tags:x${index}` }),
  ],
])(
  'the searches of one request for %s share statements, and each is answered as if alone',
  async (_, make) => {
    await send([make(0)]);
    const sent: string[] = [];
    api.pool.watchQueries(({ text }) => sent.push(text));
    const requests = many(make);
    const together = await send(requests);
    api.pool.watchQueries(() => undefined);
    expect(together).toHaveLength(requestsMax);
    expect(sent.length).toBeLessThanOrEqual(STATEMENTS_MAX);
    for (const place of [0, 1, 2, requestsMax - 1]) {
      const request = requests[place];
      expect([together[place]]).toEqual(request && (await send([request])));
    }
  },
);

it('searches of one request that differ in form are answered in their order', async () => {
  const results = await send([
    { query: 'birch' },
    { query: '', hitsPerPage: 3 },
    { type: 'facet', facet: 'tags', facetQuery: 'pap' },
    { query: 'amber', hitsPerPage: 0, facets: ['tags'] },
    { query: 'birch' },
    { indexName: 'tool-fyi-newest', query: 'amber' },
  ]);
  const titles = results.map(({ hits }) => hits?.map(({ title }) => title));
  expect([titles[0], titles[4], titles[1]?.length]).toEqual([['Birch'], ['Birch'], 3]);
  expect(results[2]?.facetHits).toEqual([{ value: 'Paper', count: 2 }]);
  expect(results[3]?.facets).toEqual({ tags: { Ink: 1, Paper: 1 } });
  expect(titles[5]?.toSorted()).toEqual(['Amber', 'Amber Two']);
});

it('equal searches of one request are done once', async () => {
  const sent: string[] = [];
  api.pool.watchQueries(({ text }) => sent.push(text));
  const results = await send(many(() => ({ query: 'amber', hitsPerPage: 2 })));
  api.pool.watchQueries(() => undefined);
  expect(new Set(results.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(sent.filter((text) => text.includes('search_products')).length).toBe(1);
});

it.each([
  ['an unknown index', { indexName: 'other', query: 'amber' }],
  ['a filter that cannot be read', { query: 'amber', filters: 'tags:' }],
  ['values of an unknown facet', { type: 'facet', facet: 'nothing', facetQuery: 'i' }],
])('does no search of a request that is refused for %s', async (_, wrong) => {
  const sent: string[] = [];
  api.pool.watchQueries(({ text }) => sent.push(text));
  const requests = [...many((index) => ({ indexName: 'tool-fyi', query: `amber ${index}` })).slice(1), wrong];
  const { status } = await api.request('POST', '/1/indexes/*/queries', {
    body: { requests: requests.map((each) => ({ indexName: 'tool-fyi', ...each })) },
  });
  api.pool.watchQueries(() => undefined);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(sent.filter((text) => text.includes('search_products'))).toEqual([]);
});
