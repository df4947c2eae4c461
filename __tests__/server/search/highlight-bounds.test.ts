import * as z from 'zod/mini';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

/** As long as a member may make it. */
const CHARS_MAX = 5_000;
const path = '/1/indexes/tool-fyi/query';
const tags = { highlightPreTag: '['.repeat(200), highlightPostTag: ']' };

const marked = z.object({ value: z.string(), matchLevel: z.string() });
const hit = z.object({
  content: z.string(),
  _highlightResult: z.object({ title: marked, content: marked }),
});
const send = (body: object, remoteAddress?: string) =>
  api.request('POST', path, { body, ...(remoteAddress && { remoteAddress }) });
const search = async (body: object) => z.object({ hits: z.array(hit) }).parse((await send(body)).body).hits;

const fill = (text: string, chars = CHARS_MAX) => text.repeat(chars / text.length);
const build = async (description: string, count = 20) => {
  for (let made = 0; made < count; made += 1)
    await buildProduct(api.db, { name: `Amber ${made}`, tagline: 'A tool', description });
};
const countMarks = (hits: readonly z.infer<typeof hit>[]) =>
  hits.reduce((sum, each) => sum + JSON.stringify(each).split(tags.highlightPreTag).length - 1, 0);

it.each([
  ['words that all match', 'a '],
  ['joined words that all match', 'a-a-a-a-a-a-a '],
  ['words with accents', 'áb '],
  ['Chinese', 'a字典'],
])('an answer has a bounded number of marks, of hits with long texts of %s', async (_, text) => {
  await build(fill(text));
  const hits = await search({
    ...{ query: 'a', hitsPerPage: 20, attributesToSnippet: ['*:1000'], ...tags },
  });
  expect(hits).toHaveLength(20);
  expect(countMarks(hits)).toBeLessThan(1_000);
  // Whatever is not marked is still there.
  for (const { content, _highlightResult: result } of hits) {
    expect(result.title).toMatchObject({ matchLevel: 'full' });
    expect(result.content.value.replaceAll(/[[\]]/g, '')).toBe(content);
  }
});

it('an answer has the same marks as ever where hits have texts of 1,000 characters', async () => {
  const text = fill('react and a tool ', 1_000);
  await build(text);
  const hits = await search({ query: 'react', highlightPreTag: '[', highlightPostTag: ']' });
  const expected = `A tool. ${text.replaceAll('react', '[react]').trim()}`;
  expect(hits.map(({ _highlightResult }) => _highlightResult.content.value)).toEqual(
    Array.from({ length: 20 }, () => expected),
  );
});

it('an answer counts as one search, and a long one as several', async () => {
  await build(fill('react and a tool '), 20);
  const leftAfter = async (body: object, address: string) => {
    const { headers } = await send(body, address);
    return /"searchBurstByAddress";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  };
  expect(await leftAfter({ query: 'react', hitsPerPage: 1 }, '192.0.2.1')).toBe('59');
  const { text } = await send({ query: 'react tool' });
  const searches = 1 + Math.floor(text.length / SEARCH_LIMITS.answerCharsPerSearch);
  expect(searches).toBeGreaterThan(2);
  // Another query, because a response from the cache does not count.
  expect(await leftAfter({ query: 'tool react' }, '192.0.2.2')).toBe(String(60 - searches));
});

it.each([
  [20, true],
  [50, false],
])(
  'the contents of %i long hits are whole: %s, and cut at a word otherwise',
  async (hitsPerPage, isWhole) => {
    const text = fill('react and a tool ');
    await build(text, hitsPerPage);
    const hits = await search({ query: 'react', hitsPerPage });
    expect(hits).toHaveLength(hitsPerPage);
    for (const { content } of hits) {
      expect(content.startsWith('A tool. react and a tool react')).toBe(true);
      expect(/ (?:react|and|a|tool)…$/.test(content)).toBe(!isWhole);
    }
    const chars = hits.reduce((sum, { content }) => sum + content.length, 0);
    expect(chars).toBeLessThanOrEqual(SEARCH_LIMITS.contentCharsMax + hitsPerPage);
  },
);

it('the contents of searches that are sent together are cut to half of that', async () => {
  await build(fill('react and a tool '));
  const one = { indexName: 'tool-fyi', hitsPerPage: 20 };
  const { body } = await api.request('POST', '/1/indexes/*/queries', {
    body: { requests: [{ ...one, query: 'react' }, { ...one, query: 'tool' }] }, // prettier-ignore
  });
  const { results } = z.object({ results: z.array(z.object({ hits: z.array(hit) })) }).parse(body);
  const contents = results.flatMap(({ hits }) => hits.map(({ content }) => content));
  expect(contents).toHaveLength(40);
  for (const content of contents) expect(content.startsWith('A tool. react and a tool react')).toBe(true);
  expect(contents.join('').length).toBeLessThanOrEqual(
    SEARCH_LIMITS.requestedContentCharsMax + contents.length,
  );
  expect(contents.join('').length).toBeGreaterThan(SEARCH_LIMITS.requestedContentCharsMax / 2);
});
