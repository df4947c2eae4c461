import { groupByMissingWords, searchProducts, warmUpSearch } from '@/lib/search';
import { SearchFailure } from '@/lib/search-failure';
import { markedExcerpt, toSegments } from '@/lib/text-segments';
import { answerSearches } from '../setup/search-answers';
import { makeUnloadable } from '../setup/unloadable';

const hit = {
  objectID: '1',
  id: '1',
  title: 'React',
  imageURL: '/api/tiles/React.svg',
  url: '/tool/react',
  content: 'A library',
  tags: ['UI'],
  upvoteCount: 3,
};

it('fails while the search client cannot be loaded, and loads it again for the next search', async () => {
  const repair = makeUnloadable('algoliasearch/lite');
  answerSearches(() => ({
    status: 200,
    body: { results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] },
  }));
  warmUpSearch();
  await expect(searchProducts('rea')).rejects.toThrow("Search isn't available right now.");
  repair();
  expect((await searchProducts('rea')).nbHits).toBe(1);
});

it("asks the own origin in Algolia's protocol, and cuts the texts at their marks", async () => {
  const requests: { url: string; body: unknown }[] = [];
  const body = {
    results: [
      {
        hits: [
          {
            ...hit,
            _highlightResult: { title: { value: '\u{E000}Rea\u{E001}ct' }, content: { value: 'A library' } },
          },
        ],
        nbHits: 1,
        page: 0,
        nbPages: 1,
      },
    ],
  };
  answerSearches((request) => {
    requests.push(request);
    return { status: 200, body };
  });

  const results = await searchProducts('rea', { hitsPerPage: 8 });

  const { content: _, ...plainHit } = hit;
  expect(results).toEqual({
    hits: [
      {
        ...plainHit,
        titleSegments: [
          { text: 'Rea', isMatch: true },
          { text: 'ct', isMatch: false },
        ],
        excerptSegments: [{ text: 'A library…', isMatch: false }],
      },
    ],
    nbHits: 1,
    page: 0,
    nbPages: 1,
    tags: [],
    facets: {},
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toMatch(/^http:\/\/localhost(:\d+)?\/1\/indexes\/\*\/queries\?/);
  expect(requests[0]?.body).toMatchObject({
    requests: [
      {
        ...{ indexName: 'tool-fyi', query: 'rea', hitsPerPage: 8, page: 0 },
        // The whole text comes with its marks, and need not come twice.
        attributesToRetrieve: expect.not.arrayContaining(['content']),
      },
    ],
  });
});

it('filters by a tag whose name has quotes, and counts the tags, most frequent first', async () => {
  const bodies: unknown[] = [];
  answerSearches((request) => {
    bodies.push(request.body);
    const facets = { tags: { Fonts: 1, 'AI "coding"': 3 } };
    return { status: 200, body: { results: [{ hits: [], nbHits: 0, page: 0, nbPages: 0, facets }] } };
  });

  const results = await searchProducts('tagged', { tag: 'AI "coding"', countsTags: true });

  expect(results.tags).toEqual([
    { name: 'AI "coding"', count: 3 },
    { name: 'Fonts', count: 1 },
  ]);
  expect(bodies[0]).toMatchObject({ requests: [{ filters: 'tags:"AI \\"coding\\""', facets: ['tags'] }] });
});

it.each([
  ['an error response', 404, { message: 'Index tool-fyi does not exist', status: 404 }],
  ['a response that breaks the contract', 200, { results: [{ hits: [{ id: 1 }] }] }],
])('fails after %s', async (name, status, body) => {
  answerSearches(() => ({ status, body }));
  await expect(searchProducts(name)).rejects.toThrow(SearchFailure);
});

const mark = { pre: '<em>', post: '</em>' };

it('keeps markup in a text as text', () => {
  expect(toSegments('a <b> <em>c</em>&', mark)).toEqual([
    { text: 'a <b> ', isMatch: false },
    { text: 'c', isMatch: true },
    { text: '&', isMatch: false },
  ]);
});

it('cuts an excerpt after 250 characters, also within a match, and adds an ellipsis', () => {
  const excerpt = markedExcerpt(toSegments(`${'a'.repeat(248)}<em>bcd</em>e`, mark), 250);
  expect(excerpt).toEqual([
    { text: 'a'.repeat(248), isMatch: false },
    { text: 'bc', isMatch: true },
    { text: '…', isMatch: false },
  ]);
});

it.each([
  { text: 'one, two, three', charsMax: 9, shown: 'one, two…' },
  { text: 'one two – three', charsMax: 10, shown: 'one two…' },
  { text: 'a (b and c)', charsMax: 3, shown: 'a…' },
  { text: 'one, <em>,</em> two', charsMax: 6, shown: 'one…' },
  { text: 'say “no” to it', charsMax: 9, shown: 'say “no”…' },
])('cuts $text to $shown, without a comma or a bracket before the ellipsis', ({ text, charsMax, shown }) => {
  const excerpt = markedExcerpt(toSegments(text, mark), charsMax);
  expect(excerpt.map((segment) => segment.text).join('')).toBe(shown);
});

it('does not cut a text of 250 characters, where an emoji counts as one', () => {
  const text = '😀'.repeat(250);
  expect(markedExcerpt(toSegments(text, mark), 250)).toEqual([{ text, isMatch: false }]);
});

it('says once which words hits lack', () => {
  const [one, other, last] = [['a'], ['b'], ['a']].map((missingWords) => ({ missingWords }));
  const full = {};
  expect(groupByMissingWords([full, one ?? full, other ?? full, last ?? full])).toEqual([
    { hits: [full] },
    { title: 'Without: a', hits: [one, last] },
    { title: 'Without: b', hits: [other] },
  ]);
});
