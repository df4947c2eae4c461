import { SEARCH_LIMITS, type SearchHit } from '@/lib/contract/search';
import { productImageURL } from '@/lib/contract/plain/image-url';
import { productPathFor } from '@/lib/contract/plain/site';
import type { SearchHitRow } from '@/server/queries/search/search-products';
import { Highlighter } from './highlight';
import type { SearchParams } from './search-params';
import type { Reading, SearchResult } from './search';

/** Searchable attributes, in the order of their weight. */
const searchedAttributes = ['title', 'content', 'tags'] as const;
type SearchedAttribute = (typeof searchedAttributes)[number];

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
export function makeSearchAnswer(
  index: string,
  params: SearchParams,
  { result, hits, startedAtMs }: { result: SearchResult; hits: readonly SearchHit[]; startedAtMs: number },
) {
  const { page, hitsPerPage, offset, length } = params;
  const reached = Math.min(result.total, SEARCH_LIMITS.paginationLimitedTo);
  const processingTimeMS = Math.max(1, Math.round(performance.now() - startedAtMs));
  return {
    hits: hits.map(makeHitPresenter(params, result.reading)),
    nbHits: result.total,
    ...(offset === undefined
      ? { page, nbPages: hitsPerPage === 0 ? 0 : Math.ceil(reached / hitsPerPage), hitsPerPage }
      : { offset, length: length ?? hitsPerPage }),
    ...(countsTags(params) && {
      facets:
        result.tagCounts.length === 0
          ? {}
          : { tags: Object.fromEntries(result.tagCounts.map(({ name, count }) => [name, count])) },
      exhaustiveFacetsCount: result.isTotalExact,
    }),
    exhaustiveNbHits: result.isTotalExact,
    exhaustiveTypo: true,
    exhaustive: {
      nbHits: result.isTotalExact,
      typo: true,
      ...(countsTags(params) && { facetsCount: result.isTotalExact }),
    },
    query: params.query,
    params: packParams(params),
    index,
    renderingContent: {},
    processingTimeMS,
    serverTimeMS: processingTimeMS,
  };
}

export const countsTags = ({ facets }: Pick<SearchParams, 'facets'>) =>
  facets.some((facet) => facet === '*' || facet === 'tags');

function packParams({ query, page, hitsPerPage }: SearchParams): string {
  return new URLSearchParams({ query, page: String(page), hitsPerPage: String(hitsPerPage) }).toString();
}

function makeHitPresenter(params: SearchParams, reading: Reading) {
  const highlighter = new Highlighter(reading, {
    pre: params.highlightPreTag,
    post: params.highlightPostTag,
  });
  const isRetrieved = readRetrieved(params.attributesToRetrieve);
  const highlighted = searchedAttributes.filter(readSelected(params.attributesToHighlight ?? ['*']));
  const snippets = readSnippets(params.attributesToSnippet ?? []);

  const forEachText = <Part>(value: string | readonly string[], make: (text: string) => Part) =>
    typeof value === 'string' ? make(value) : value.map(make);

  return (hit: SearchHit) => ({
    ...Object.fromEntries(
      Object.entries(hit).filter(([attribute]) => attribute === 'objectID' || isRetrieved(attribute)),
    ),
    ...(highlighted.length > 0 && {
      _highlightResult: Object.fromEntries(
        highlighted.map((attribute) => [
          attribute,
          forEachText(hit[attribute], (value) => highlighter.highlight(value)),
        ]),
      ),
    }),
    ...(snippets.length > 0 && {
      _snippetResult: Object.fromEntries(
        snippets.map(({ attribute, wordCount }) => [
          attribute,
          forEachText(hit[attribute], (value) =>
            highlighter.snippet(value, wordCount, params.snippetEllipsisText),
          ),
        ]),
      ),
    }),
  });
}

const readSelected = (names: readonly string[]) => (attribute: string) =>
  names.includes('*') || names.includes(attribute);

/** Reads `*`, names, and `-name` for all attributes except this one. */
function readRetrieved(names: readonly string[] = ['*']): (attribute: string) => boolean {
  return (attribute) => !names.includes(`-${attribute}`) && readSelected(names)(attribute);
}

function readSnippets(names: readonly string[]): { attribute: SearchedAttribute; wordCount: number }[] {
  return names.flatMap((entry) => {
    const [name = '', words] = entry.split(':');
    const wordCount = Number(words) > 0 ? Number(words) : SEARCH_LIMITS.snippetWords;
    return searchedAttributes.filter(readSelected([name])).map((attribute) => ({ attribute, wordCount }));
  });
}

/** Presents a product as a search hit, for the embedded search and for Algolia. */
export function presentSearchHit(
  row: SearchHitRow,
  { serverURL, siteNoun }: { serverURL: string; siteNoun: string },
): SearchHit {
  return {
    objectID: row.id,
    id: row.id,
    title: row.name,
    imageURL: productImageURL(row, serverURL),
    url: productPathFor(siteNoun, row.slug),
    content: row.content,
    tags: row.tags,
    upvoteCount: row.upvoteCount,
  };
}
