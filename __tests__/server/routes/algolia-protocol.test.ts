import { gzipSync } from 'node:zlib';
import { createApp } from '@/server/app';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const indexName = 'tool-fyi';

describe('the protocol', () => {
  const path = `/1/indexes/${indexName}/query`;

  it('accepts text/plain with the credentials in the URL from the origin of the site', async () => {
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

  it('accepts a compressed body, and parameters in the URL', async () => {
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
    ['text that is not JSON', '{"query":', 400],
    ['a negative number', '{"hitsPerPage":-1}', 400],
    ['a page that is not a number', '{"page":"two"}', 400],
    ['a highlight tag of 201 characters', JSON.stringify({ highlightPreTag: 'x'.repeat(201) }), 400],
    ['101 attributes', JSON.stringify({ attributesToSnippet: Array(101).fill('content:5') }), 400],
    ['a body over the limit', `{"query":"${'x'.repeat(70_000)}"}`, 413],
    ['a small body that decompresses to a large one', gzipSync(`{"query":"${'x'.repeat(2_000_000)}"}`), 400],
  ])('rejects %s with a message and a status', async (_, body, status) => {
    const response = await createApp(api.deps(), { basePath: '/api' }).request(path, {
      method: 'POST',
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: expect.any(String), status });
  });

  it('accepts highlight tags of 200 characters and 100 attributes', async () => {
    await buildProduct(api.db, { name: 'Vue' });
    const tag = 'x'.repeat(200);
    const { body } = await api.request('POST', path, {
      body: { query: 'vue', highlightPreTag: tag, attributesToSnippet: Array(100).fill('content:2') },
    });

    expect(body).toMatchObject({
      hits: [{ _highlightResult: { title: { value: `${tag}Vue</em>` } }, _snippetResult: { content: {} } }],
    });
  });

  it('rejects searches that ask for more than 100 hits together', async () => {
    const ask = (counts: number[]) =>
      api.request('POST', '/1/indexes/*/queries', {
        body: { requests: counts.map((hitsPerPage) => ({ indexName, hitsPerPage })) },
      });

    expect(await ask([50, 50])).toMatchObject({ status: 200 });
    expect(await ask([50, 50, 1])).toMatchObject({
      status: 400,
      body: { message: 'At most 100 hits can be requested together' },
    });
  });

  it('rejects searches whose filters are too long together', async () => {
    const long = {
      indexName,
      facetFilters: [Array.from({ length: 30 }, (_, index) => `tags:${'x'.repeat(190)}${index}`)],
    };
    const ask = (requests: object[]) => api.request('POST', '/1/indexes/*/queries', { body: { requests } });

    expect(await ask([long, long])).toMatchObject({ status: 200 });
    expect(await ask([long, long, { ...long, query: 'x' }])).toMatchObject({
      status: 400,
      body: { message: 'The filters of searches that are sent together can have 16384 bytes' },
    });
  });

  it('returns an error of the same form for an unknown endpoint', async () => {
    expect(await api.request('POST', '/1/indexes/tool-fyi/nothing')).toMatchObject({
      status: 404,
      body: { status: 404 },
    });
  });
});
