import * as z from 'zod/mini';
import { tag } from './tag';

export const SEARCH_LIMITS = {
  /** The excerpt of a result in the search modal, without the ellipsis that follows. */
  excerptCharsMax: 250,
  queryCharsMax: 512,
  hitsPerPage: 20,
  /** Algolia's is 1,000. The texts of as many take longer than one request may take. */
  hitsPerPageMax: 50,
  /** The number of hits after which pages end, as with Algolia by default. */
  paginationLimitedTo: 1_000,
  /**
   * The number of searches in one request, and the number of hits that they may ask for together. Algolia allows 50
   * searches. InstantSearch sends one, and one more for each facet that is filtered by. Eight of the costliest
   * searches take 13 ms of the main thread, on a busy machine 20 ms.
   */
  requestsMax: 8,
  requestedHitsMax: 100,
  /** The bytes of the filters of several searches in one request, as JSON. */
  requestedFilterBytesMax: 16_384,
  /** The characters of all `content` in one response. In a longer response, each `content` is cut to its share. */
  contentCharsMax: 131_072,
  /** The same for several searches in one request. */
  requestedContentCharsMax: 65_536,
  /** What counts as one search: an answer counts once for each, or part of it. */
  answerCharsPerSearch: 16_384,
  /** The texts in `optionalWords`, which have as many characters together as a query. */
  optionalTextsMax: 20,
  /** The number of names in each list of attributes. */
  attributesMax: 100,
  attributeCharsMax: 200,
  /** The length of a list that is given as a text, and of all parameters that are given as one. */
  listCharsMax: 16_384,
  paramsCharsMax: 32_768,
  /** The length of each tag around a match, because an answer repeats it for every match. */
  highlightTagCharsMax: 200,
  facetValuesMax: 1_000,
  facetValues: 100,
  /** The number of values that the searches of one request count together. Beyond it, each counts its share of them. */
  countedValuesMax: 10_000,
  snippetWords: 10,
  filtersCharsMax: 4_096,
  /** The number of conditions in `filters`, and in `facetFilters`. */
  filterConditionsMax: 100,
  /** The number of comparisons in `filters`, and in `numericFilters`. A range is two. */
  filterComparisonsMax: 20,
  /** How deep brackets and `NOT` nest. Algolia allows one level. */
  filterDepthMax: 5,
  /** The number of values that one search for facet values returns. */
  facetNameCharsMax: 100,
  facetHits: 10,
  facetHitsMax: 100,
  /** The values among which the searches for values of one request look: those that most hits have. */
  facetSearchValuesMax: 10_000,
} as const;

/** The hosts of a search service, for Algolia's clients. */
export const searchHosts = (urls: readonly string[]) =>
  urls.map((given) => {
    const { host, protocol } = new URL(given);
    return {
      url: host,
      protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
      accept: 'readWrite' as const,
    };
  });

/** One hit of the index `<noun>-fyi`, without Algolia's own attributes (`_highlightResult`, …). */
export const searchHit = z.object({
  objectID: z.string(),
  id: z.string(),
  title: z.string(),
  imageURL: z.string(),
  /** A path of the site. */
  url: z.string(),
  /** Tagline and description as plain text. */
  content: z.string(),
  tags: z.array(tag.shape.name),
  upvoteCount: z.int(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const missingWords = z
  .array(z.string().check(z.maxLength(SEARCH_LIMITS.queryCharsMax)))
  .check(z.maxLength(SEARCH_LIMITS.queryCharsMax));
/** A hit of an answer whose page was filled with hits that have some of the words: what such a hit lacks, as it was typed. */
export const filledHit = z.extend(searchHit, { _missingWords: z.optional(missingWords) });
export type FilledHit = z.infer<typeof filledHit>;

const facetAttribute = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FacetAttribute = z.infer<typeof facetAttribute>;

/** A hit with the facets of its product, by the keys of the fields. */
export const searchRecord = z.catchall(searchHit, facetAttribute);
export type SearchRecord = z.infer<typeof searchRecord>;
