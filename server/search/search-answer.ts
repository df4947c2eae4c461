import { iconURL } from '@/lib/contract/plain/image-url';
import { productPathFor } from '@/lib/contract/plain/site';
import { SEARCH_LIMITS, type SearchRecord } from '@/lib/contract/search';
import { mapInSlices } from '@/server/base/iterate';
import { type Field, readFacets } from '@/server/fields/field';
import type { SearchHitRow } from '@/server/queries/search/search-hits';
import { endOfRead, Highlighter } from './highlight';
import type { Reading } from './reading';
import type { SearchResult } from './search';
import type { Facets } from './search-filters';
import { SEARCHED_ATTRIBUTES } from './search-params';
import { readQuery, readTokens } from './search-text';
import { readSigns } from './signs';

// Hits and facets in Algolia's protocol.

type SearchedAttribute = (typeof SEARCHED_ATTRIBUTES)[number];

type HitParams = {
  attributesToRetrieve?: readonly string[] | undefined;
  attributesToHighlight?: readonly string[] | undefined;
  attributesToSnippet?: readonly string[] | undefined;
  highlightPreTag: string;
  highlightPostTag: string;
  snippetEllipsisText: string;
};

/** Makes hits of Algolia's format for one answer. They share what highlighting may take. */
export function makeHitPresenter(
  params: HitParams,
  { reading, hits, share }: { reading: Reading; hits: readonly SearchRecord[]; share: number | undefined },
) {
  const tags = { pre: params.highlightPreTag, post: params.highlightPostTag };
  const highlighter = new Highlighter(reading, { tags, ...(share !== undefined && { share }) });
  let hitsLeft = hits.length;
  const cutContent = makeContentCutter(hits, readContentCharsMax(share));
  const isRetrieved = readRetrieved(params.attributesToRetrieve);
  const highlighted = SEARCHED_ATTRIBUTES.filter(readSelected(params.attributesToHighlight ?? ['*']));
  const snippets = readSnippets(params.attributesToSnippet ?? []);

  const forEachText = <Part>(value: string | readonly string[], make: (text: string) => Part) =>
    typeof value === 'string' ? make(value) : value.map(make);

  const present = (hit: SearchRecord) => ({
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
  return (hit: SearchRecord) => {
    highlighter.beginHit(hitsLeft);
    hitsLeft -= 1;
    return present(cutContent(hit));
  };
}

const readContentCharsMax = (share = 1) =>
  share === 1 ? SEARCH_LIMITS.contentCharsMax : SEARCH_LIMITS.requestedContentCharsMax * share;

/** Cuts the longer contents of an answer if they are too long together. */
function makeContentCutter(hits: readonly SearchRecord[], charsMax: number) {
  const isWhole = hits.reduce((sum, { content }) => sum + content.length, 0) <= charsMax;
  const ownMax = Math.floor(charsMax / Math.max(1, hits.length));
  return (hit: SearchRecord): SearchRecord =>
    isWhole || hit.content.length <= ownMax
      ? hit
      : { ...hit, content: `${hit.content.slice(0, endOfRead(hit.content, ownMax))}…` };
}

/** Reads `*`, names, and `-name` for all attributes except this one. */
export function readRetrieved(names: readonly string[] = ['*']): (attribute: string) => boolean {
  return (attribute) => !names.includes(`-${attribute}`) && readSelected(names)(attribute);
}

/** The last entry of an attribute decides its number of words. */
function readSnippets(names: readonly string[]): { attribute: SearchedAttribute; wordCount: number }[] {
  const wordCounts = new Map<SearchedAttribute, number>();
  for (const entry of names) {
    const [name = '', words] = entry.split(':');
    const wordCount = Number(words) > 0 ? Number(words) : SEARCH_LIMITS.snippetWords;
    for (const attribute of SEARCHED_ATTRIBUTES.filter(readSelected([name])))
      wordCounts.set(attribute, wordCount);
  }
  return Array.from(wordCounts, ([attribute, wordCount]) => ({ attribute, wordCount }));
}

/** Presents a product as a search hit, for the embedded search and for Algolia. */
export function presentSearchHit(
  row: SearchHitRow,
  { serverURL, siteNoun, fields }: { serverURL: string; siteNoun: string; fields: readonly Field[] },
): SearchRecord {
  return {
    objectID: row.id,
    id: row.id,
    title: row.name,
    imageURL: iconURL(row, serverURL),
    url: productPathFor(siteNoun, row.slug),
    content: row.content,
    tags: row.tags,
    upvoteCount: row.upvoteCount,
    ...Object.fromEntries(readFacets(fields, row.values).map(({ key, attribute }) => [key, attribute])),
  };
}

/** Whether a list of attributes has an attribute, by its name or as one of all. */
export const readSelected = (names: readonly string[]) => (attribute: string) =>
  names.includes('*') || names.includes(attribute);

/** Returns what to count for the attributes that an answer shall have. Unknown attributes are left out, as in Algolia. */
export function readCountedFacets(
  names: readonly string[],
  facets: Facets,
  valuesMax: number,
): { countedTagsMax?: number; countedFacets?: { keys: string[]; valuesMax: number } } {
  const isAsked = readSelected(names);
  const keys = [...facets.keys()].filter(isAsked);
  return {
    ...(isAsked('tags') && { countedTagsMax: valuesMax }),
    ...(keys.length > 0 && { countedFacets: { keys, valuesMax } }),
  };
}

/** How many attributes of an answer have counts. */
const countFacets = (names: readonly string[], facets: Facets): number =>
  ['tags', ...facets.keys()].filter(readSelected(names)).length;

/** The share of the asked values of facets that one request can count. */
export function shareOfValues(
  searches: readonly {
    params: { facets: readonly string[]; maxValuesPerFacet: number };
    facet?: string | undefined;
  }[],
  facets: Facets,
): number {
  const asked = searches
    .filter(({ facet }) => facet === undefined)
    .map(({ params }) => params.maxValuesPerFacet * countFacets(params.facets, facets));
  return Math.min(1, SEARCH_LIMITS.countedValuesMax / asked.reduce((sum, count) => sum + count, 1));
}

export const ofShare = (count: number, share: number) => Math.max(1, Math.floor(count * share));

type CountedFacets = Pick<SearchResult, 'tagCounts' | 'facetCounts' | 'isTotalExact'>;

/** The facets of a search answer. Absent when none were asked for. */
export function presentFacets(
  names: readonly string[],
  { tagCounts, facetCounts, isTotalExact }: CountedFacets,
  facets: Facets,
) {
  if (!['tags', ...facets.keys()].some(readSelected(names))) return {};
  const tags: [string, number][] = tagCounts.map(({ name, count }) => [name, count]);
  const counted = facetCounts.map(({ key, counts }): [string, Record<string, number>] => [
    key,
    Object.fromEntries(nameCounts(counts, key, facets)),
  ]);
  const stats = facetCounts.flatMap(({ key, stats }) => (stats ? [[key, stats] as const] : []));
  return {
    facets: Object.fromEntries([
      ...(tags.length > 0 ? [['tags', Object.fromEntries(tags)] as const] : []),
      ...counted,
    ]),
    ...(stats.length > 0 && { facets_stats: Object.fromEntries(stats) }),
    exhaustiveFacetsCount: isTotalExact,
  };
}

function nameCounts(counts: readonly [string, number][], key: string, facets: Facets): [string, number][] {
  const facet = facets.get(key);
  return counts.map(([token, count]) => [facet?.nameToken(token) ?? token, count]);
}

/** Several times faster than `localeCompare`. */
const alphabet = new Intl.Collator('en');

type FacetSearchParams = {
  facetQuery: string;
  maxFacetHits: number;
  sortFacetValuesBy: 'count' | 'alpha';
  highlightPreTag: string;
  highlightPostTag: string;
};

/** The answer to a search for values of a facet. */
export async function makeFacetSearchAnswer(
  name: string,
  params: FacetSearchParams,
  {
    result,
    facets,
    valuesMax,
    startedAtMs,
  }: { result: CountedFacets; facets: Facets; valuesMax: number; startedAtMs: number },
) {
  const [counted] = result.facetCounts;
  const counts: [string, number][] =
    name === 'tags'
      ? result.tagCounts.map(({ name: tag, count }) => [tag, count])
      : nameCounts(counted?.counts ?? [], name, facets);
  const words = readQuery(params.facetQuery);
  const isAlphabetical = params.sortFacetValuesBy === 'alpha';
  let left: number = isAlphabetical ? SEARCH_LIMITS.facetValuesMax : params.maxFacetHits;
  const isMatch = await mapInSlices(counts, ([value]) => {
    // The most frequent come first, so the others are not shown.
    if (left === 0) return false;
    const signs = readSigns(value, { readsAll: true });
    const tokens = [...readTokens(value, { joinsWords: true }), ...signs].map(({ text }) => text);
    const matches = words.every(({ text, isPrefix }) =>
      tokens.some((token) => (isPrefix ? token.startsWith(text) : token === text)),
    );
    if (matches) left -= 1;
    return matches;
  });
  const matches = counts.filter((_, index) => isMatch[index]);
  if (isAlphabetical) matches.sort(([one], [other]) => alphabet.compare(one, other));
  const highlighter = new Highlighter(
    words.map(({ text, isPrefix }) => [{ words: [text], isPrefix }]),
    { tags: { pre: params.highlightPreTag, post: params.highlightPostTag } },
  );
  return {
    facetHits: matches
      .slice(0, params.maxFacetHits)
      .map(([value, count]) => ({ value, highlighted: highlighter.highlight(value).value, count })),
    exhaustiveFacetsCount: result.isTotalExact && counts.length < valuesMax,
    processingTimeMS: Math.max(1, Math.round(performance.now() - startedAtMs)),
  };
}
