import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { Sent } from './costly-files';
import { fillText, type Making } from './worst-values';

/** Words that the long texts of the drill contain, so that highlighting finds much to mark. */
const QUERIES = ['', 'a', 'built a', 'react', 'react a tool', 'product that was built for a test', 'tset bulit porduct raect', 'á', '字典'] as const; // prettier-ignore
const FACETS = ['tags', 'price', 'license', 'platform', 'objectID'];
const INDEXES = ['tool-fyi', 'tool-fyi', 'tool-fyi-newest', 'tool-fyi-upvotes'];
const { queryCharsMax, filtersCharsMax, attributeCharsMax, highlightTagCharsMax } = SEARCH_LIMITS;

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: Math.max(1, count) }, (_, index) => make(index)); // prettier-ignore

/** Parameters of one search, each up to its bound. */
function searchParameters(making: Making, nonce: number): Record<string, unknown> {
  const { draw, fill } = making;
  const some = <T>(share: number, value: () => T) => (draw.chance(share) ? value() : undefined);
  const count = (max: number) => Math.max(1, Math.floor(max * fill));
  const conditions = (max: number, make: (index: number) => string, joint: string) => {
    const made = times(count(max), make).join(joint);
    return made.length > filtersCharsMax
      ? made.slice(0, filtersCharsMax).replace(/ [A-Z]+ ?[^ ]*$/, '')
      : made;
  };
  const value = () => fillText({ ...making, fill: 0.1 }, attributeCharsMax).replace(/["\\]/g, '');
  const query = draw.chance(0.6) ? draw.pick(QUERIES) : fillText(making, queryCharsMax - 12);
  return {
    // Nothing else makes each search a new one where the words are to be found.
    query: draw.chance(0.5) ? query : `${query} ${nonce}`,
    hitsPerPage: draw.pick([50, 50, 20, 5, 0]),
    page: some(0.2, () => draw.int(20)),
    facets: some(0.5, () => draw.pick([['*'], FACETS, FACETS.slice(0, 1)])),
    maxValuesPerFacet: some(0.4, () => SEARCH_LIMITS.facetValuesMax),
    filters: some(0.4, () =>
      draw.pick([
        conditions(SEARCH_LIMITS.filterConditionsMax, (index) => `NOT tags:"${value()}${index}"`, ' AND '),
        conditions(SEARCH_LIMITS.filterConditionsMax, (index) => `tags:x${index}`, ' OR '),
        conditions(SEARCH_LIMITS.filterComparisonsMax, (index) => `upvoteCount >= ${index}`, ' OR '),
        fillText(making, filtersCharsMax),
        `${'('.repeat(5)}tags:React${')'.repeat(5)}`,
      ]),
    ),
    facetFilters: some(0.3, () => [times(count(SEARCH_LIMITS.filterConditionsMax), (index) => `tags:-${value()}${index}`)]), // prettier-ignore
    numericFilters: some(0.2, () =>
      times(count(SEARCH_LIMITS.filterComparisonsMax), (index) => `price:${index} TO 9`),
    ),
    attributesToSnippet: some(0.5, () => draw.pick([['*:1000'], ['content:10'], ['*'], times(count(100), (index) => `content:${index}`)])), // prettier-ignore
    attributesToHighlight: some(0.3, () => draw.pick([['*'], [], times(count(100), () => 'content')])),
    highlightPreTag: some(0.4, () => fillText(making, highlightTagCharsMax)),
    highlightPostTag: some(0.4, () => fillText(making, highlightTagCharsMax)),
    fillPageWithSomeWords: some(0.3, () => true),
    optionalWords: some(0.3, () =>
      times(count(SEARCH_LIMITS.optionalTextsMax), () =>
        fillText({ ...making, fill: 1 / SEARCH_LIMITS.optionalTextsMax }, queryCharsMax),
      ),
    ),
    removeWordsIfNoResults: some(0.3, () => draw.pick(['lastWords', 'firstWords', 'allOptional'])),
    alternativesAsExact: some(0.2, () => draw.pick([[], ['singleWordSynonym', 'multiWordsSynonym']])),
    restrictSearchableAttributes: some(0.2, () => draw.pick([['title'], ['tags'], ['title', 'tags']])),
    typoTolerance: some(0.2, () => draw.pick([true, false, 'strict'])),
    facetQuery: some(0.5, () => draw.pick(['r', 'd', fillText(making, queryCharsMax)])),
    maxFacetHits: SEARCH_LIMITS.facetHitsMax,
    // No cache knows it, and it takes nothing away.
    attributesToRetrieve: ['*', `x${nonce}`],
  };
}

const packed = (making: Making, nonce: number) => {
  const parameters = Object.entries(searchParameters(making, nonce)).filter(
    ([, value]) => value !== undefined,
  );
  return new URLSearchParams(
    parameters.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
};

/** Algolia's calls. */
export const SEARCH_TARGETS: Record<string, (making: Making, nonce: number) => Sent> = {
  'POST /1/indexes/:index/query': (making, nonce) => ({
    method: 'POST',
    path: `/1/indexes/${making.draw.pick(INDEXES)}/query`,
    body: JSON.stringify(
      making.draw.chance(0.2) ? { params: packed(making, nonce) } : searchParameters(making, nonce),
    ),
  }),
  'GET /1/indexes/:index': (making, nonce) => ({
    method: 'GET',
    path: `/1/indexes/${making.draw.pick(INDEXES)}?${packed(making, nonce).slice(0, 12_000).replace(/%.?$/, '')}`,
  }),
  'POST /1/indexes/*/queries': (making, nonce) => ({
    method: 'POST',
    path: '/1/indexes/*/queries',
    body: JSON.stringify({ requests: manySearches(making, nonce) }),
  }),
  'POST /1/indexes/:index/facets/:facet/query': (making, nonce) => ({
    method: 'POST',
    path: `/1/indexes/tool-fyi/facets/${making.draw.pick(FACETS)}/query`,
    body: JSON.stringify({ ...searchParameters(making, nonce), hitsPerPage: undefined }),
  }),
};

/** As many as are allowed, equal or not, with or without hits, within the length of a body. */
function manySearches(making: Making, nonce: number): unknown[] {
  const { draw } = making;
  const hitsPerPage = draw.pick([null, 0, 1, 2, 5]);
  const isFacet = draw.chance(0.3);
  const isOneForm = draw.chance(0.5);
  const form = searchParameters(making, nonce);
  const requests: Record<string, unknown>[] = times(
    Math.floor(SEARCH_LIMITS.requestsMax * making.fill),
    (index) => ({
      ...{ indexName: draw.pick(INDEXES), ...(isFacet && { type: 'facet', facet: draw.pick(FACETS) }) },
      ...(isOneForm ? form : searchParameters(making, nonce)),
      ...(hitsPerPage !== null && { hitsPerPage }),
      attributesToRetrieve: ['*', `x${nonce}-${index}`],
    }),
  );
  const filterBytes = () =>
    Buffer.byteLength(
      JSON.stringify(
        requests.map(({ filters, facetFilters, numericFilters }) => [filters, facetFilters, numericFilters]),
      ),
    );
  const isTooLong = () =>
    JSON.stringify(requests).length > 64_000 || filterBytes() > SEARCH_LIMITS.requestedFilterBytesMax;
  while (isTooLong() && requests.length > 1) requests.pop();
  return requests;
}
