import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createApp } from '@/server/app';
import { setUpTestApp } from '../../setup/test-app';

/** The shape of search parameters, at each limit and one above. */
const api = setUpTestApp();

const search = async (body: object) =>
  (await api.request('POST', '/1/indexes/tool-fyi/query', { body })).status;

const repeat = (count: number, part = 'tags:a') => Array.from({ length: count }, () => part);
const nested = (depth: number) => `${'('.repeat(depth)}tags:a${')'.repeat(depth)}`;
const negated = (depth: number) => `${'NOT '.repeat(depth)}tags:a`;

it.each([
  ['brackets that nest', 5, (count: number) => ({ filters: nested(count) })],
  ['NOT before a filter', 5, (count: number) => ({ filters: negated(count) })],
  [
    'NOT and brackets in turn',
    2,
    (count: number) => ({ filters: `${'NOT ('.repeat(count)}NOT tags:a${')'.repeat(count)}` }),
  ],
  ['conditions in filters', 100, (count: number) => ({ filters: repeat(count).join(' OR ') })],
  ['conditions in facetFilters', 100, (count: number) => ({ facetFilters: repeat(count) })],
  ['alternatives in facetFilters', 100, (count: number) => ({ facetFilters: [repeat(count)] })],
  ['characters of filters', 4_096, (count: number) => ({ filters: `tags:${'a'.repeat(count - 5)}` })],
  ['facets', 100, (count: number) => ({ facets: repeat(count, 'tags') })],
  ['attributes to snippet', 100, (count: number) => ({ attributesToSnippet: repeat(count, 'content:5') })],
  ['characters of a highlighting tag', 200, (count: number) => ({ highlightPreTag: 'a'.repeat(count) })],
  ['characters of an ellipsis', 200, (count: number) => ({ snippetEllipsisText: 'a'.repeat(count) })],
  ['hits per page', 50, (count: number) => ({ hitsPerPage: count })],
  ['values per facet', 1_000, (count: number) => ({ maxValuesPerFacet: count })],
])('accepts %s up to %i and rejects one more', async (_, limit, body) => {
  expect(await search(body(limit))).toBe(200);
  expect(await search(body(limit + 1))).toBe(400);
});

/** A search of this many bytes, most of them a query, which is cut. */
const searchOfBytes = (count: number) => JSON.stringify({ query: 'a'.repeat(count - '{"query":""}'.length) });

it.each([
  ['a body', 64, searchOfBytes, { message: 'The request is too large', status: 413 }],
  [
    'what a packed body unpacks to',
    64,
    (count: number) => new Uint8Array(gzipSync(searchOfBytes(count))),
    { message: 'Invalid JSON', status: 400 },
  ],
])('accepts %s of up to %i KiB', async (_, kib, bodyOf, failure) => {
  const send = (body: BodyInit) =>
    createApp(api.deps(), { basePath: '/api' }).request('/1/indexes/tool-fyi/query', {
      method: 'POST',
      body,
    });
  expect((await send(bodyOf(kib * 1024))).status).toBe(200);
  const refused = await send(bodyOf(kib * 1024 + 1));
  expect([refused.status, await refused.json()]).toEqual([failure.status, failure]);
});

it('answers several wrong searches once, and leaves no rejection behind', async () => {
  const left: unknown[] = [];
  const note = (reason: unknown) => left.push(reason);
  process.on('unhandledRejection', note);
  try {
    const wrong = { indexName: 'tool-fyi', filters: '(((' };
    const { status } = await api.request('POST', '/1/indexes/*/queries', {
      body: {
        requests: [wrong, { ...wrong, query: 'a' }, { indexName: 'tool-fyi', type: 'facet', facet: 'nope' }],
      },
    });
    expect(status).toBe(400);
    await nextTurn();
    await nextTurn();
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(left).toEqual([]);
});

it('accepts up to 8 searches in one request', async () => {
  const many = (count: number) =>
    api.request('POST', '/1/indexes/*/queries', {
      body: { requests: Array.from({ length: count }, () => ({ indexName: 'tool-fyi', hitsPerPage: 2 })) },
    });
  expect((await many(8)).status).toBe(200);
  expect((await many(9)).status).toBe(400);
});

it.each([
  ['1,000 times NOT', { filters: negated(1_000) }],
  ['1,500 brackets', { filters: nested(1_500) }],
  ['a filter with a zero byte', { filters: 'tags:"a\0"' }],
  ['a facet filter with half of a surrogate pair', { facetFilters: ['tags:\ud800'] }],
  ['a query with a zero byte', { query: 'a\0' }],
  ['nested lists of facet filters', { facetFilters: [[['tags:a']]] }],
])('rejects %s', async (_, body) => {
  expect(await search(body)).toBe(400);
});

/** The statuses of 61 equal searches within 5 seconds, one more than a client may send. */
async function statusesOf61(body: BodyInit): Promise<number[]> {
  const app = createApp(api.deps(), { basePath: '/api' });
  const client = { incoming: { socket: { remoteAddress: '192.0.2.1' } } };
  const statuses = new Set<number>();
  for (let count = 0; count < 61; count += 1) {
    statuses.add((await app.request('/1/indexes/tool-fyi/query', { method: 'POST', body }, client)).status);
  }
  return [...statuses];
}

it.each([
  ['a list of 20,000 lists', JSON.stringify({ facetFilters: Array.from({ length: 20_000 }, () => []) })],
  ['5,000 names', JSON.stringify(Object.fromEntries(repeat(5_000).map((_, index) => [index, 0])))],
  ['a text of 15,000 lists', JSON.stringify({ facetFilters: `[${repeat(15_000, '[]').join()}]` })],
])('rejects %s, and counts it as a search', async (_, body) => {
  expect(await statusesOf61(body)).toEqual([400, 429]);
});

it('cuts the words to search for, and what it says of them', async () => {
  for (const words of ['字'.repeat(20_000), 'a'.repeat(60_000), '😀'.repeat(10_000)]) {
    const requests = [{ indexName: 'tool-fyi', query: words }];
    const { status, text } = await api.request('POST', '/1/indexes/*/queries', { body: { requests } });
    expect([status, text.length < 10_000]).toEqual([200, true]);
    const path = '/1/indexes/tool-fyi/facets/tags/query';
    expect((await api.request('POST', path, { body: { facetQuery: words } })).status).toBe(200);
  }
});

it.each([
  ['a long body', JSON.stringify({ query: 'a'.repeat(5_000) })],
  ['a packed body', new Uint8Array(gzipSync('{"query":"a"}'))],
])('counts %s, also if the response cache has the answer', async (_, body) => {
  expect(await statusesOf61(body)).toEqual([200, 429]);
});
