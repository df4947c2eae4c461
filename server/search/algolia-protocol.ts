import * as z from 'zod/mini';
import { cutChars } from '@/lib/contract/plain/text';
import { SEARCH_LIMITS, type SearchRecord } from '@/lib/contract/search';
import { SEARCH_ORDERS, searchIndexName, type SearchOrder } from '@/lib/contract/plain/site';
import { mapInSlices } from '@/server/base/iterate';
import { parseJSON } from '@/server/text/bounded-json';
import { isSearchableFacet, makeHitPresenter, presentFacets } from './search-answer';
import type { SearchResult } from './search';
import type { Facets } from './search-filters';

// Algolia's search protocol: reads its parameters and writes its answers.

/** An invalid search request, with a message for the caller and the status that Algolia uses. */
export class SearchRequestError extends Error {
  override readonly name = 'SearchRequestError';
  constructor(
    message: string,
    readonly status: 400 | 404 | 413 = 400,
  ) {
    super(message);
  }
}

const { filtersCharsMax, highlightTagCharsMax, attributesMax, attributeCharsMax, listCharsMax } =
  SEARCH_LIMITS;

/** Values from a query string are text: JSON, or words separated by commas. */
function readText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > listCharsMax) return value;
  try {
    return parseJSON(value);
  } catch {
    return value;
  }
}

function readList(value: unknown): unknown {
  const read = typeof value === 'string' && value.startsWith('[') ? readText(value) : value;
  if (read === null) return undefined;
  if (typeof read !== 'string' || read.length > listCharsMax) return read;
  return read
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const orAbsent = (value: unknown) => (value === null ? undefined : value);
const text = (fallback: string, charsMax: number) =>
  z.pipe(z.transform(orAbsent), z._default(z.string().check(z.maxLength(charsMax)), fallback));
/** Words to search for. Algolia, too, leaves out what is beyond the limit. */
const words = z.pipe(
  z.transform((value) =>
    typeof value === 'string' ? cutChars(value, SEARCH_LIMITS.queryCharsMax) : orAbsent(value),
  ),
  z._default(z.string().check(z.maxLength(SEARCH_LIMITS.queryCharsMax)), ''),
);
const nameList = z.array(z.string().check(z.maxLength(attributeCharsMax))).check(z.maxLength(attributesMax));
const names = z.pipe(z.transform(readList), z.optional(nameList));
const count = (min: number, max: number) =>
  z.pipe(
    z.transform((value) => orAbsent(readText(value))),
    z.optional(z.number().check(z.int(), z.gte(min), z.lte(max))),
  );
const flag = z.pipe(
  z.transform((value) => orAbsent(readText(value))),
  z._default(z.boolean(), false),
);
const pageMax = 1_000_000;
const filter = z.string().check(z.maxLength(filtersCharsMax));
const isShort = z.maxLength(SEARCH_LIMITS.filterConditionsMax);
const nestedFilters = z.pipe(
  z.transform(readList),
  z._default(z.array(z.union([filter, z.array(filter).check(isShort)])).check(isShort), []),
);

export const searchParams = z.object({
  query: words,
  page: z._default(count(0, pageMax), 0),
  hitsPerPage: z._default(count(0, SEARCH_LIMITS.hitsPerPageMax), SEARCH_LIMITS.hitsPerPage),
  offset: count(0, pageMax),
  length: count(1, SEARCH_LIMITS.hitsPerPageMax),
  filters: text('', filtersCharsMax),
  facetFilters: nestedFilters,
  numericFilters: nestedFilters,
  facets: z.pipe(z.transform(readList), z._default(nameList, [])),
  maxValuesPerFacet: z._default(count(1, SEARCH_LIMITS.facetValuesMax), SEARCH_LIMITS.facetValues),
  facetQuery: words,
  maxFacetHits: z._default(count(1, SEARCH_LIMITS.facetHitsMax), SEARCH_LIMITS.facetHits),
  sortFacetValuesBy: z.pipe(z.transform(orAbsent), z._default(z.enum(['count', 'alpha']), 'count')),
  attributesToRetrieve: names,
  attributesToHighlight: names,
  attributesToSnippet: names,
  highlightPreTag: text('<em>', highlightTagCharsMax),
  highlightPostTag: text('</em>', highlightTagCharsMax),
  snippetEllipsisText: text('…', highlightTagCharsMax),
  typoTolerance: z.pipe(
    z.transform((value) => orAbsent(readText(value))),
    z._default(z.union([z.boolean(), z.enum(['min', 'strict'])]), true),
  ),
  /** Not Algolia's: whether products that have some of the words follow where fewer than a page have all. */
  fillPageWithSomeWords: flag,
});
export type SearchParams = z.infer<typeof searchParams>;

export const packedParams = z.object({
  params: z.optional(z.string().check(z.maxLength(SEARCH_LIMITS.paramsCharsMax))),
});

const { requestsMax } = SEARCH_LIMITS;
const oneSearch = z.object({
  indexName: z.string().check(z.maxLength(attributeCharsMax)),
  type: z.optional(z.string().check(z.maxLength(attributeCharsMax))),
  facet: z.optional(z.string().check(z.maxLength(attributeCharsMax))),
});
/** Several searches in one request. Each has its parameters beside these. */
export const manySearches = z.object({
  requests: z
    .array(oneSearch)
    .check(z.maxLength(requestsMax, `At most ${requestsMax} searches can be sent together`)),
});

/** @throws SearchRequestError */
export function readManySearches(given: unknown) {
  const parsed = manySearches.safeParse(given);
  if (!parsed.success) {
    const tooMany = parsed.error.issues.find(({ code, path }) => code === 'too_big' && path.length === 1);
    throw new SearchRequestError(
      tooMany?.message ?? '`requests` must be an array of objects with an `indexName`',
    );
  }
  const { requests } = parsed.data;
  const all = z.object({ requests: z.array(z.unknown()) }).parse(given);
  return requests.map(({ indexName, type, facet }, index) => ({
    indexName,
    params: readSearchParams(all.requests[index]),
    ...(type === 'facet' && { facet: facet ?? '' }),
  }));
}

/**
 * Reads the parameters of one search, given by name or as a query string in `params`.
 *
 * @throws SearchRequestError naming the parameter at fault.
 */
export function readSearchParams(given: unknown): SearchParams {
  const packed = packedParams.safeParse(given);
  if (!packed.success)
    throw new SearchRequestError('Invalid request: an object with the parameters is expected');
  const { params = '' } = packed.data;
  const parsed = searchParams.safeParse({
    ...Object(given),
    ...Object.fromEntries(new URLSearchParams(params)),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SearchRequestError(
    `Invalid value for "${String(issue?.path[0])}" parameter: ${issue?.message ?? ''}`,
  );
}

/** Returns the requested slice of the ranking, limited to the last page. */
export function readWindow({ page, hitsPerPage, offset, length }: SearchParams): {
  from: number;
  to: number;
} {
  const from = offset ?? page * hitsPerPage;
  const to = from + (offset === undefined ? hitsPerPage : (length ?? hitsPerPage));
  const last = SEARCH_LIMITS.paginationLimitedTo;
  return { from: Math.min(from, last), to: Math.min(to, last) };
}

/** Builds the answer to one search in Algolia's format. */
export async function makeSearchAnswer(
  index: string,
  params: SearchParams,
  {
    result,
    hits,
    facets,
    share,
    startedAtMs,
  }: {
    result: SearchResult;
    hits: readonly SearchRecord[];
    facets: Facets;
    /** The part of what highlighting may take for the whole response. */
    share?: number;
    startedAtMs: number;
  },
) {
  const { page, hitsPerPage, offset, length } = params;
  const total = result.total + result.partialHits.length;
  const reached = Math.min(total, SEARCH_LIMITS.paginationLimitedTo);
  const processingTimeMS = Math.max(1, Math.round(performance.now() - startedAtMs));
  const counted = presentFacets(params.facets, result, facets);
  return {
    hits: withMissingWords(
      await mapInSlices(hits, makeHitPresenter(params, { reading: result.reading, hits, share })),
      result,
    ),
    nbHits: total,
    ...(offset === undefined
      ? { page, nbPages: hitsPerPage === 0 ? 0 : Math.ceil(reached / hitsPerPage), hitsPerPage }
      : { offset, length: length ?? hitsPerPage }),
    ...counted,
    exhaustiveNbHits: result.isTotalExact,
    exhaustiveTypo: true,
    exhaustive: {
      nbHits: result.isTotalExact,
      typo: true,
      ...('facets' in counted && { facetsCount: result.isTotalExact }),
    },
    query: params.query,
    params: packParams(params),
    index,
    renderingContent: {},
    processingTimeMS,
    serverTimeMS: processingTimeMS,
  };
}

/** The last hits are those that lack words. */
const withMissingWords = <Hit extends object>(hits: readonly Hit[], { partialHits }: SearchResult) =>
  hits.map((hit, index) => {
    const partial = partialHits[index - hits.length + partialHits.length];
    return partial ? { ...hit, _missingWords: partial.missingWords } : hit;
  });

function packParams({ query, page, hitsPerPage }: SearchParams): string {
  return new URLSearchParams({ query, page: String(page), hitsPerPage: String(hitsPerPage) }).toString();
}

export function countRequestedHits(params: SearchParams): number {
  const { from, to } = readWindow(params);
  return to - from;
}

export function readOrder(index: string, siteNoun: string): SearchOrder {
  const order = SEARCH_ORDERS.find((known) => index === searchIndexName(siteNoun, known));
  if (order) return order;
  throw new SearchRequestError(`Index ${cutChars(index, attributeCharsMax)} does not exist`, 404);
}

export function requireSearchable(facet: string, facets: Facets): void {
  if (isSearchableFacet(facet, facets)) return;
  const name = cutChars(facet, SEARCH_LIMITS.facetNameCharsMax);
  throw new SearchRequestError(
    `Cannot search in \`${name}\` attribute, you need to add \`searchable(${name})\` to attributesForFaceting.`,
  );
}
