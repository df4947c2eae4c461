import { cutChars } from '@/lib/contract/plain/text';
import { SEARCH_LIMITS, type SearchRecord } from '@/lib/contract/search';
import { SEARCH_ORDERS, searchIndexName, type SearchOrder } from '@/lib/contract/plain/site';
import type { ServerEnv } from '@/server/config/env';
import { mapInSlices } from '@/server/base/iterate';
import { makeHitPresenter, presentFacets } from './search-answer';
import type { SearchResult } from './search';
import { type SearchParams, SearchRequestError } from './search-params';
import type { Facets } from './search-filters';

// The answers of Algolia's search protocol.

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
  // Facets count the hits with all words alone, and at most so many with some words follow as a page shows.
  const isExact = result.isTotalExact && result.partialHits.length === 0;
  const counted = presentFacets(params.facets, { ...result, isTotalExact: isExact }, facets);
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
    exhaustiveNbHits: isExact,
    exhaustiveTypo: true,
    exhaustive: {
      nbHits: isExact,
      typo: true,
      ...('facets' in counted && { facetsCount: isExact }),
    },
    query: params.query,
    ...(result.queryAfterRemoval !== undefined && { queryAfterRemoval: result.queryAfterRemoval }),
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

/** A page that a browser has from before a change of the noun asks for the former name. */
export function readOrder(
  index: string,
  { siteNoun, formerNouns }: Pick<ServerEnv, 'siteNoun' | 'formerNouns'>,
): SearchOrder {
  const nouns = [siteNoun, ...formerNouns];
  const order = SEARCH_ORDERS.find((known) => nouns.some((noun) => index === searchIndexName(noun, known)));
  if (order) return order;
  throw new SearchRequestError(
    `Index ${cutChars(index, SEARCH_LIMITS.attributeCharsMax)} does not exist`,
    404,
  );
}

/** @throws SearchRequestError unless the values of the attribute can be searched: those of tags and of words. */
export function requireSearchable(facet: string, facets: Facets): void {
  if (facet === 'tags' || facets.get(facet)?.isNumeric === false) return;
  const name = cutChars(facet, SEARCH_LIMITS.facetNameCharsMax);
  throw new SearchRequestError(
    `Cannot search in \`${name}\` attribute, you need to add \`searchable(${name})\` to attributesForFaceting.`,
  );
}
