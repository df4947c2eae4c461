import { SEARCH_LIMITS } from '@/lib/contract/search';
import { mapInSlices } from '@/server/base/iterate';
import { Highlighter } from './highlight';
import { readQuery, readTokens } from './search-text';
import type { SearchResult } from './search';
import type { Facets } from './search-filters';

// Facets in Algolia's protocol: which to count, how answers name their values, and the search for values.

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

/** Whether the values of an attribute can be searched: those of tags and of words. */
export const isSearchableFacet = (name: string, facets: Facets): boolean =>
  name === 'tags' || facets.get(name)?.isNumeric === false;

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
    const tokens = readTokens(value, { joinsWords: true }).map(({ text }) => text);
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
