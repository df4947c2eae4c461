import { makeSearchAnswer, readWindow } from '@/server/search/algolia-protocol';
import { readSearchParams } from '@/server/search/search-params';
import type { SearchResult } from '@/server/search/search';

const defaults = {
  query: '',
  page: 0,
  hitsPerPage: 20,
  filters: '',
  facetFilters: [],
  numericFilters: [],
  facetQuery: '',
  maxFacetHits: 10,
  sortFacetValuesBy: 'count',
  facets: [],
  maxValuesPerFacet: 100,
  fillPageWithSomeWords: false,
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  snippetEllipsisText: '…',
  typoTolerance: true,
  removeWordsIfNoResults: 'none',
  optionalWords: [],
  alternativesAsExact: ['ignorePlurals', 'singleWordSynonym'],
  restrictSearchableAttributes: [],
  distinct: false,
};

it.each([
  [{}, {}],
  [{ query: null, page: null, filters: null, facets: null, typoTolerance: null }, {}],
  [
    { query: 'a', page: 2, hitsPerPage: 0 },
    { query: 'a', page: 2, hitsPerPage: 0 },
  ],
  [{ params: 'query=a&page=2&facets=tags,x' }, { query: 'a', page: 2, facets: ['tags', 'x'] }],
  [{ query: 'a', params: 'query=b' }, { query: 'b' }],
  [{ params: 'facets=%5B%22tags%22%5D' }, { facets: ['tags'] }],
  [{ facets: ' tags , ' }, { facets: ['tags'] }],
  [{ facetFilters: 'tags:a,tags:b' }, { facetFilters: ['tags:a', 'tags:b'] }],
  [{ facetFilters: '[["tags:a","tags:b"],"tags:c"]' }, { facetFilters: [['tags:a', 'tags:b'], 'tags:c'] }],
  [{ typoTolerance: 'false' }, { typoTolerance: false }],
  [{ typoTolerance: 'strict' }, { typoTolerance: 'strict' }],
  [{ optionalWords: 'two words' }, { optionalWords: ['two words'] }],
  [{ optionalWords: '["two words","b"]' }, { optionalWords: ['two words', 'b'] }],
  [
    { params: 'distinct=2&removeWordsIfNoResults=lastWords' },
    { distinct: 2, removeWordsIfNoResults: 'lastWords' },
  ],
  [
    { offset: '3', length: 4 },
    { offset: 3, length: 4 },
  ],
])('reads the parameters %j', (given, read) => {
  expect(readSearchParams(given)).toEqual({ ...defaults, ...read });
});

it.each([
  [[], 'Invalid request: an object with the parameters is expected'],
  ['query', 'Invalid request: an object with the parameters is expected'],
  [{ page: -1 }, 'Invalid value for "page" parameter: '],
  [{ page: 1_000_001 }, 'Invalid value for "page" parameter: '],
  [{ length: 0 }, 'Invalid value for "length" parameter: '],
  [{ hitsPerPage: 1.5 }, 'Invalid value for "hitsPerPage" parameter: '],
  [{ typoTolerance: 'maybe' }, 'Invalid value for "typoTolerance" parameter: '],
  [
    { optionalWords: ['a'.repeat(300), 'b'.repeat(300)] },
    'Invalid value for "optionalWords" parameter: At most 512 characters are allowed together',
  ],
  [{ optionalWords: Array(21).fill('a') }, 'Invalid value for "optionalWords" parameter: '],
])('says what is wrong with %j', (given, message) => {
  expect(() => readSearchParams(given)).toThrow(message);
});

it.each([
  [{}, 0, 20],
  [{ page: 2, hitsPerPage: 30 }, 60, 90],
  [{ page: 49 }, 980, 1_000],
  [{ page: 50 }, 1_000, 1_000],
  [{ page: 33, hitsPerPage: 30 }, 990, 1_000],
  [{ offset: 5, length: 7, page: 3 }, 5, 12],
  [{ offset: 5 }, 5, 25],
  [{ hitsPerPage: 0 }, 0, 0],
])('answers %j with the hits from %d to %d', (given, from, to) => {
  expect(readWindow(readSearchParams(given))).toEqual({ from, to });
});

const result: SearchResult = {
  hits: [],
  total: 45,
  isTotalExact: false,
  tagCounts: [{ name: 'React', count: 3 }],
  facetCounts: [],
  reading: [],
  partialHits: [],
};
const answer = (given: object, overrides: Partial<SearchResult> = {}) =>
  makeSearchAnswer('tool-fyi', readSearchParams(given), {
    result: { ...result, ...overrides },
    hits: [],
    facets: new Map(),
    startedAtMs: performance.now(),
  });

it('counts pages, and says that its numbers are not exact', async () => {
  expect(await answer({ query: 'a b', page: 1 })).toEqual({
    hits: [],
    nbHits: 45,
    page: 1,
    nbPages: 3,
    hitsPerPage: 20,
    exhaustiveNbHits: false,
    exhaustiveTypo: true,
    exhaustive: { nbHits: false, typo: true },
    query: 'a b',
    params: 'query=a+b&page=1&hitsPerPage=20',
    index: 'tool-fyi',
    renderingContent: {},
    processingTimeMS: expect.any(Number),
    serverTimeMS: expect.any(Number),
  });
  expect(await answer({ hitsPerPage: 0 })).toMatchObject({ nbPages: 0 });
  expect(await answer({}, { total: 1_001 })).toMatchObject({ nbHits: 1_001, nbPages: 50 });
  const slice = await answer({ offset: 3 });
  expect(slice).toMatchObject({ offset: 3, length: 20 });
  expect(slice).not.toHaveProperty('nbPages');
});

it.each(['tags', '*'])('counts tags for the facet %s', async (facet) => {
  expect(await answer({ facets: [facet] })).toMatchObject({
    facets: { tags: { React: 3 } },
    exhaustiveFacetsCount: false,
    exhaustive: { facetsCount: false },
  });
  expect(await answer({ facets: [facet] }, { tagCounts: [] })).toMatchObject({ facets: {} });
  expect(await answer({ facets: ['color'] })).not.toHaveProperty('facets');
});
