import type { Deps } from '@/server/deps';
import { type QueryWord, readQuery } from './search-text';
import {
  countMatchesByTag,
  COUNTED_MATCHES_MAX,
  rankHottest,
  rankMatches,
} from '@/server/queries/search/search-products';
import { type Reading, readAsTyped, searchConditions } from './search-reading';
import type { Suggestion, Vocabulary } from './vocabulary';

export type SearchQuery = {
  text: string;
  /** A condition on tags, in `tsquery` syntax. */
  tags: string | undefined;
  /** Number of best matches to return. */
  limit: number;
  correctsMistakes: boolean;
  /** Number of tags to count. Without it, no tags are counted. */
  countedTagsMax?: number;
};

export type SearchResult = {
  ids: string[];
  total: number;
  /** False if there are more matches than `total`. */
  isTotalExact: boolean;
  /** The words that were searched for, including corrections, for highlighting. */
  reading: Reading;
  tagCounts: { name: string; count: number }[];
};

/** With fewer matches, the query is repeated with corrected words, first the likeliest corrections, then all of them. */
const plentifulMatches = 5;

/** Searches the database: first for the words as typed, then, with few matches, for corrected words. */
export async function search(
  { db, vocabulary }: Pick<Deps, 'db' | 'vocabulary'>,
  query: SearchQuery,
): Promise<SearchResult> {
  const words = readQuery(query.text);
  if (words.length === 0) {
    const ranking = await rankHottest(db, query.tags, query.limit);
    return complete(ranking, [], query.tags);
  }

  const limit = Math.max(query.limit, plentifulMatches);
  let reading = readAsTyped(words);
  let conditions = searchConditions(query.text, reading, query.tags);
  let ranking = await rankMatches(db, conditions, limit);
  if (query.correctsMistakes && ranking.total < plentifulMatches) {
    await vocabulary.readFrom(db);
    for (const corrected of correct(words, vocabulary, ranking.total > 0)) {
      const correctedConditions = searchConditions(query.text, corrected, query.tags);
      const { ids, total } = await rankMatches(db, correctedConditions, limit);
      if (total <= ranking.total) continue;
      ranking = { ids: [...new Set([...ranking.ids, ...ids])], total };
      [reading, conditions] = [corrected, correctedConditions];
      if (total >= plentifulMatches) break;
    }
  }
  return complete(ranking, reading, conditions.any);

  async function complete(
    found: { ids: string[]; total: number },
    taken: Reading,
    where: string | undefined,
  ) {
    return {
      ids: found.ids.slice(0, query.limit),
      total: found.total,
      isTotalExact: found.total < COUNTED_MATCHES_MAX,
      reading: taken,
      tagCounts: query.countedTagsMax ? await countMatchesByTag(db, where, query.countedTagsMax) : [],
    };
  }
}

/**
 * Returns readings of the query, first with the likeliest corrections (of unknown words only, if there are any), then
 * with all. Every reading includes the words as typed. Several known words that match together are not corrected.
 */
function correct(words: readonly QueryWord[], vocabulary: Vocabulary, isFound: boolean): Reading[] {
  const isKnown = words.map(({ text, isPrefix }) => vocabulary.has(text, isPrefix));
  if (isFound && words.length > 1 && isKnown.every(Boolean)) return [];
  const suggestions = words.map(({ text, isPrefix, kind }) =>
    kind === 'spaced' ? vocabulary.suggest(text, isPrefix) : [],
  );
  if (suggestions.every(({ length }) => length === 0)) return [];
  const hasUnknown = isKnown.some((known, index) => !known && suggestions[index]?.length !== 0);
  const likeliest = suggestions.map((some, index) =>
    hasUnknown && isKnown[index] ? [] : some.filter(({ cost }) => cost === some[0]?.cost),
  );
  const extend = (tried: readonly (readonly Suggestion[])[]): Reading =>
    readAsTyped(words).map((choices, index) => [...choices, ...(tried[index] ?? [])]);
  const isSame = likeliest.every((some, index) => some.length === suggestions[index]?.length);
  return isSame ? [extend(suggestions)] : [extend(likeliest), extend(suggestions)];
}
