import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { algoliasearch } from 'algoliasearch';
import { liteClient } from 'algoliasearch/lite';
import { createApp } from '@/server/app';
import type { SearchHit } from '@/lib/contract/search';
import { buildProduct, buildUpvotes } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const indexName = 'tool-fyi';
let server: Server;

beforeAll(async () => {
  const listener = getRequestListener((request) =>
    createApp(api.deps(), { basePath: '/api' }).fetch(request),
  );
  server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

function options() {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    hosts: [{ url: `127.0.0.1:${address.port}`, protocol: 'http' as const, accept: 'readWrite' as const }],
    // A busy machine takes longer than the client waits for the search of a whole company.
    timeouts: { connect: 60_000, read: 60_000, write: 60_000 },
  };
}

const lite = () => liteClient('any', 'any', options());
const full = () => algoliasearch('any', 'any', options());

async function titles(query: string, params: object = {}): Promise<string[]> {
  const { results } = await lite().searchForHits<SearchHit>({ requests: [{ indexName, query, ...params }] });
  return results[0]?.hits.map(({ title }) => title) ?? [];
}

describe('the unmodified client', () => {
  it('gets hits of the contract through every search method', async () => {
    const product = await buildProduct(api.db, {
      name: 'React',
      tagline: 'A library for user interfaces',
      descriptionHTML: '<p>Learn once, <em>write</em> anywhere &amp; enjoy.</p>',
      slug: 'react',
      tags: ['UI', 'JavaScript'],
    });
    await buildUpvotes(api.db, product.id, 3);
    const hit = {
      objectID: product.id,
      id: product.id,
      title: 'React',
      imageURL: '/api/tiles/React.svg',
      url: '/tool/react',
      content: 'A library for user interfaces. Learn once, write anywhere & enjoy.',
      tags: ['UI', 'JavaScript'],
      upvoteCount: 3,
    };

    const single = await full().searchSingleIndex<SearchHit>({ indexName, searchParams: { query: 'react' } });
    const multiple = await full().search<SearchHit>({ requests: [{ indexName, query: 'react' }] });
    const browser = await lite().search<SearchHit>({
      requests: [{ indexName, params: 'query=react&hitsPerPage=5' }],
    });

    expect(single).toMatchObject({
      hits: [hit],
      nbHits: 1,
      page: 0,
      nbPages: 1,
      hitsPerPage: 20,
      query: 'react',
      index: indexName,
      exhaustiveNbHits: true,
      exhaustiveTypo: true,
      exhaustive: { nbHits: true, typo: true },
    });
    expect(multiple.results[0]).toMatchObject({ hits: [hit], nbHits: 1 });
    expect(browser.results[0]).toMatchObject({ hits: [hit], nbHits: 1, hitsPerPage: 5 });
  });

  it('gets the error message of Algolia for an unknown index', async () => {
    await expect(full().searchSingleIndex({ indexName: 'fonts' })).rejects.toMatchObject({
      message: 'Index fonts does not exist',
      status: 404,
    });
    await expect(lite().search({ requests: [{ indexName: 'fonts' }] })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('reads all pages and gets each product once', async () => {
    for (let number = 1; number <= 7; number += 1) await buildProduct(api.db, { name: `Quark ${number}` });

    const pages = await Promise.all([0, 1, 2, 3].map((page) => titles('quark', { page, hitsPerPage: 3 })));
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1, 0]);
    expect(new Set(pages.flat()).size).toBe(7);
    const answer = await full().searchSingleIndex({
      indexName,
      searchParams: { query: 'quark', hitsPerPage: 3, page: 2 },
    });
    expect(answer).toMatchObject({ nbHits: 7, nbPages: 3, page: 2, hitsPerPage: 3 });
  });

  it('gets all products in hot order for an empty query', async () => {
    const cold = await buildProduct(api.db, { name: 'Cold' });
    const hot = await buildProduct(api.db, { name: 'Hot' });
    await buildProduct(api.db, { name: 'Hidden', status: 'pending', approvedAt: null });
    await buildUpvotes(api.db, cold.id, 2);
    await buildUpvotes(api.db, hot.id, 20);

    expect(await titles('')).toEqual(['Hot', 'Cold']);
  });
});

describe('highlighted words', () => {
  beforeEach(async () => {
    await buildProduct(api.db, {
      name: 'React Router',
      tagline: 'Routing for React in one two three four five six seven eight nine ten eleven words',
      tags: ['Routing'],
    });
  });

  it('are between the requested tags, with the matched words', async () => {
    const { hits } = await full().searchSingleIndex<SearchHit>({
      indexName,
      searchParams: { query: 'react rou', highlightPreTag: '[', highlightPostTag: ']' },
    });
    expect(hits[0]?._highlightResult).toMatchObject({
      title: {
        value: '[React] [Rou]ter',
        matchLevel: 'full',
        fullyHighlighted: false,
        matchedWords: ['react', 'rou'],
      },
      tags: [{ value: '[Rou]ting', matchLevel: 'partial', matchedWords: ['rou'] }],
    });
  });

  it('mark the correct word when a typo was corrected', async () => {
    const { hits } = await full().searchSingleIndex<SearchHit>({
      indexName,
      searchParams: { query: 'recat' },
    });
    expect(hits[0]?._highlightResult).toMatchObject({ title: { value: '<em>React</em> Router' } });
  });

  it('are in a snippet of the requested number of words', async () => {
    const { hits } = await full().searchSingleIndex<SearchHit>({
      indexName,
      searchParams: {
        query: 'eight',
        attributesToSnippet: ['content:6'],
        attributesToRetrieve: ['title'],
        attributesToHighlight: [],
      },
    });
    expect(hits).toEqual([
      {
        objectID: expect.any(String),
        title: 'React Router',
        _snippetResult: {
          content: { value: '…six seven <em>eight</em> nine ten eleven…', matchLevel: 'full' },
        },
      },
    ]);
  });
});

describe('tags', () => {
  beforeEach(async () => {
    await buildProduct(api.db, { name: 'One', tags: ['Design Tools', 'React'] });
    await buildProduct(api.db, { name: 'Two', tags: ['Design Tools'] });
    await buildProduct(api.db, { name: 'Three', tags: ['React', 'C++'] });
  });

  it.each([
    ['tags:react', ['One', 'Three']],
    ['tags:"Design Tools"', ['One', 'Two']],
    ["tags:'design tools' AND NOT tags:React", ['Two']],
    ['tags:"design tools" AND tags:react', ['One']],
    ['tags:"design tools" OR tags:react', ['One', 'Three', 'Two']],
    ['NOT tags:react', ['Two']],
    ['(tags:"c++" OR tags:design-tools) AND NOT (tags:react AND tags:"design tools")', ['Three', 'Two']],
    ['tags:nothing', []],
    ['author:anyone', []],
  ])('filter by %s', async (filters, expected) => {
    expect((await titles('', { filters })).sort()).toEqual(expected);
  });

  it('filter by facetFilters, where an inner list matches any of its tags', async () => {
    expect(
      (await titles('', { facetFilters: ['tags:React', ['tags:C++', 'tags:Design Tools']] })).sort(),
    ).toEqual(['One', 'Three']);
    expect(await titles('', { facetFilters: ['tags:-React'] })).toEqual(['Two']);
    expect(await titles('', { facetFilters: 'tags:React,-tags:C++' })).toEqual(['One']);
  });

  it('are counted for the matches, and for all products without a query', async () => {
    const count = async (query: string) => {
      const { facets } = await full().searchSingleIndex({
        indexName,
        searchParams: { query, facets: ['tags'] },
      });
      return facets;
    };
    expect(await count('')).toEqual({ tags: { 'Design Tools': 2, React: 2, 'C++': 1 } });
    expect(await count('two')).toEqual({ tags: { 'Design Tools': 1 } });
    expect(await count('nowhere')).toEqual({});
  });

  it.each(['tags:', 'AND tags:react', '(tags:react', 'tags:react tags:x', 'upvoteCount > many'])(
    'return 400 for the filter %s',
    async (filters) => {
      await expect(full().searchSingleIndex({ indexName, searchParams: { filters } })).rejects.toMatchObject({
        status: 400,
      });
    },
  );
});

it('orders the matches by upvotes or by date in the index of that order', async () => {
  const built = (name: string, day: number) =>
    buildProduct(api.db, { name, approvedAt: new Date(Date.UTC(2026, 0, day)) });
  const [exact, loved] = [await built('Grid', 1), await built('Grid Two', 2), await built('Grid Three', 3)];
  await buildUpvotes(api.db, loved.id, 3);
  await buildUpvotes(api.db, exact.id, 1);

  expect(await titles('grid')).toEqual(['Grid', 'Grid Two', 'Grid Three']);
  expect(await titles('grid', { indexName: 'tool-fyi-upvotes' })).toEqual(['Grid Two', 'Grid', 'Grid Three']);
  expect(await titles('grid', { indexName: 'tool-fyi-newest' })).toEqual(['Grid Three', 'Grid Two', 'Grid']);
  expect(await titles('grid', { indexName: 'tool-fyi-newest', page: 1, hitsPerPage: 1 })).toEqual([
    'Grid Two',
  ]);
});
