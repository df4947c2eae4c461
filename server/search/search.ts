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
  /** A condition on tags in the language of `tsquery`. */
  tags: string | undefined;
  /** How many of the best are wanted. */
  limit: number;
  correctsMistakes: boolean;
  /** How many tags are to be counted; none without it. */
  countedTagsMax?: number;
};

export type SearchResult = {
  ids: string[];
  total: number;
  /** False when there are more than `total`. */
  isTotalExact: boolean;
  /** What the words of the query were taken for, to mark them. */
  reading: Reading;
  tagCounts: { name: string; count: number }[];
};

/** With fewer matches than this a query is tried with its mistakes corrected, and again with less likely corrections. */
const plentifulMatches = 5;

/** Answers a query from the database: what was typed first, then what may have been meant. */
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
 * The query with its likeliest corrections, of unknown words only if there are any; then with all. Each includes the
 * words as typed. Several real words that were found together are taken for what they are.
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
