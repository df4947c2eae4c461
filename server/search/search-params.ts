import * as z from 'zod/mini';
import { cutChars } from '@/lib/contract/plain/text';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { SearchQuery } from './search';
import { parseJSON } from '@/server/text/bounded-json';

// The parameters of a search in Algolia's protocol.

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

const areShortTogether = (texts: readonly string[]) => texts.join('').length <= SEARCH_LIMITS.queryCharsMax;
const NOT_SHORT_TOGETHER = `At most ${SEARCH_LIMITS.queryCharsMax} characters are allowed together`;

/** Searchable attributes. A name weighs most, then tags, the tagline and the text. */
export const SEARCHED_ATTRIBUTES = ['title', 'content', 'tags'] as const;
const isRestrictable = (names: readonly string[]) =>
  !names.includes('content') || SEARCHED_ATTRIBUTES.every((attribute) => names.includes(attribute));
const NOT_RESTRICTABLE =
  'The index does not tell the words of `content` from the others. Use `title`, `tags`, both, or all three';

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
  removeWordsIfNoResults: z.pipe(
    z.transform(orAbsent),
    z._default(z.enum(['none', 'lastWords', 'firstWords', 'allOptional']), 'none'),
  ),
  optionalWords: z.pipe(
    z.transform((value) => (typeof value === 'string' && !value.startsWith('[') ? [value] : readList(value))),
    z._default(
      z
        .array(words)
        .check(z.maxLength(SEARCH_LIMITS.optionalTextsMax), z.refine(areShortTogether, NOT_SHORT_TOGETHER)),
      [],
    ),
  ),
  alternativesAsExact: z.pipe(
    z.transform(readList),
    z._default(
      z
        .array(z.enum(['ignorePlurals', 'singleWordSynonym', 'multiWordsSynonym', 'ignoreConjugations']))
        .check(z.maxLength(attributesMax)),
      ['ignorePlurals', 'singleWordSynonym'],
    ),
  ),
  restrictSearchableAttributes: z.pipe(
    z.transform(readList),
    z._default(
      z
        .array(z.enum(SEARCHED_ATTRIBUTES))
        .check(z.maxLength(attributesMax), z.refine(isRestrictable, NOT_RESTRICTABLE)),
      [],
    ),
  ),
  /** Without an attribute for it, as here, Algolia, too, answers each record by itself. */
  distinct: z.pipe(
    z.transform((value) => orAbsent(readText(value))),
    z._default(z.union([z.boolean(), z.int().check(z.gte(0), z.lte(4))]), false),
  ),
  /** Not Algolia's: whether products that have some of the words follow where fewer than a page have all. */
  fillPageWithSomeWords: flag,
});
export type SearchParams = z.infer<typeof searchParams>;

export const packedParams = z.object({
  params: z.optional(z.string().check(z.maxLength(SEARCH_LIMITS.paramsCharsMax))),
});

/** What is looked for, and how. */
export function readWords(params: SearchParams): Omit<SearchQuery, 'from' | 'to' | 'filter'> {
  const { query, typoTolerance, removeWordsIfNoResults, optionalWords, alternativesAsExact } = params;
  const names = new Set(params.restrictSearchableAttributes);
  const label = names.has('title') ? (names.has('tags') ? 'label' : 'name') : 'tag';
  return {
    ...{ text: query, correctsMistakes: typoTolerance, removal: removeWordsIfNoResults, optionalWords },
    within: names.size === 0 || names.has('content') ? 'any' : label,
    exactMeanings: {
      ofOneWord: alternativesAsExact.includes('singleWordSynonym'),
      ofSeveral: alternativesAsExact.includes('multiWordsSynonym'),
    },
  };
}

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
  const searches = requests.map(({ indexName, type, facet }, index) => ({
    indexName,
    params: readSearchParams(all.requests[index]),
    ...(type === 'facet' && { facet: facet ?? '' }),
  }));
  const filterBytes = searches.reduce((sum, { params: { filters, facetFilters, numericFilters } }) => {
    return sum + Buffer.byteLength(JSON.stringify([filters, facetFilters, numericFilters]));
  }, 0);
  if (searches.length > 1 && filterBytes > SEARCH_LIMITS.requestedFilterBytesMax) {
    throw new SearchRequestError(
      `The filters of searches that are sent together can have ${SEARCH_LIMITS.requestedFilterBytesMax} bytes`,
    );
  }
  // To fill a page takes longer than to search, so one search of a request may.
  const filling = searches.find(({ params }) => params.fillPageWithSomeWords);
  return searches.map((search) =>
    search !== filling && search.params.fillPageWithSomeWords
      ? { ...search, params: { ...search.params, fillPageWithSomeWords: false } }
      : search,
  );
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
