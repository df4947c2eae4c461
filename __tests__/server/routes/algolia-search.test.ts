import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
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
    const many = await full().search<SearchHit>({ requests: [{ indexName, query: 'react' }] });
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
    });
    expect(many.results[0]).toMatchObject({ hits: [hit], nbHits: 1 });
    expect(browser.results[0]).toMatchObject({ hits: [hit], nbHits: 1, hitsPerPage: 5 });
  });

  it("is told in Algolia's words that an index does not exist", async () => {
    await expect(full().searchSingleIndex({ indexName: 'fonts' })).rejects.toMatchObject({
      message: 'Index fonts does not exist',
      status: 404,
    });
    await expect(lite().search({ requests: [{ indexName: 'fonts' }] })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('reads page by page, each product once', async () => {
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

  it('gets everything in hot order for an empty query', async () => {
    const cold = await buildProduct(api.db, { name: 'Cold' });
    const hot = await buildProduct(api.db, { name: 'Hot' });
    await buildProduct(api.db, { name: 'Hidden', status: 'pending', approvedAt: null });
    await buildUpvotes(api.db, cold.id, 2);
    await buildUpvotes(api.db, hot.id, 20);

    expect(await titles('')).toEqual(['Hot', 'Cold']);
  });
});

describe('marked words', () => {
  beforeEach(async () => {
    await buildProduct(api.db, {
      name: 'React Router',
      tagline: 'Routing for React in one two three four five six seven eight nine ten eleven words',
      tags: ['Routing'],
    });
  });

  it('are between the tags that were asked for, with what they match', async () => {
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

  it('are shown of the real word when a mistake was corrected', async () => {
    const { hits } = await full().searchSingleIndex<SearchHit>({
      indexName,
      searchParams: { query: 'recat' },
    });
    expect(hits[0]?._highlightResult).toMatchObject({ title: { value: '<em>React</em> Router' } });
  });

  it('come in a snippet of as many words as asked for', async () => {
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

  it('filter by facetFilters, a list within the list meaning any of them', async () => {
    expect(
      (await titles('', { facetFilters: ['tags:React', ['tags:C++', 'tags:Design Tools']] })).sort(),
    ).toEqual(['One', 'Three']);
    expect(await titles('', { facetFilters: ['tags:-React'] })).toEqual(['Two']);
    expect(await titles('', { facetFilters: 'tags:React,-tags:C++' })).toEqual(['One']);
  });

  it('are counted among the matches, and among everything without a query', async () => {
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

  it.each(['tags:', 'AND tags:react', '(tags:react', 'tags:react tags:x', 'upvoteCount > 3'])(
    'refuse %s',
    async (filters) => {
      await expect(full().searchSingleIndex({ indexName, searchParams: { filters } })).rejects.toMatchObject({
        status: 400,
      });
    },
  );
});

describe('the protocol', () => {
  const path = `/1/indexes/${indexName}/query`;

  it("takes text/plain with the credentials in the address, as browsers send it, from the site's origin", async () => {
    await buildProduct(api.db, { name: 'Vue' });
    const { status, body, headers } = await api.request(
      'POST',
      `${path}?x-algolia-api-key=k&x-algolia-application-id=a&x-algolia-agent=b`,
      {
        body: { query: 'vue' },
        headers: { 'content-type': 'text/plain', origin: 'http://localhost:3000' },
      },
    );
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:3000']);
    expect(body).toMatchObject({ nbHits: 1 });
  });

  it('takes a packed body, and an address with the parameters', async () => {
    await buildProduct(api.db, { name: 'Vue' });
    const response = await createApp(api.deps(), { basePath: '/api' }).request(path, {
      method: 'POST',
      body: gzipSync(JSON.stringify({ params: 'query=vue&attributesToRetrieve=%5B%22title%22%5D' })),
    });
    const { body } = await api.request(
      'GET',
      `/1/indexes/${indexName}?query=vue&attributesToRetrieve=title,url`,
    );

    expect(await response.json()).toMatchObject({ hits: [{ title: 'Vue' }] });
    expect(body).toMatchObject({ hits: [{ title: 'Vue' }] });
  });

  it.each([
    ['text that is no JSON', '{"query":', 400],
    ['a number below zero', '{"hitsPerPage":-1}', 400],
    ['a page that is no number', '{"page":"two"}', 400],
    ['a body beyond the limit', `{"query":"${'x'.repeat(70_000)}"}`, 413],
    ['a small body that unpacks to a huge one', gzipSync(`{"query":"${'x'.repeat(2_000_000)}"}`), 400],
  ])('refuses %s with a message and a status', async (_, body, status) => {
    const response = await createApp(api.deps(), { basePath: '/api' }).request(path, {
      method: 'POST',
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: expect.any(String), status });
  });

  it('answers an unknown call in the same form', async () => {
    expect(await api.request('POST', '/1/indexes/tool-fyi/nothing')).toMatchObject({
      status: 404,
      body: { status: 404 },
    });
  });
});
