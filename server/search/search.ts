import type { Deps } from '@/server/deps';
import { mapInSlices } from '@/server/map-in-slices';
import { nameKey, type QueryWord, readQuery } from './search-text';
import { type SearchField, wordCondition } from './search-words';
import {
  countMatchesByTag,
  COUNTED_MATCHES_MAX,
  rankHottest,
  rankMatches,
  type SearchConditions,
} from '@/server/queries/search/search-products';
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
    for (const corrected of await correct(words, vocabulary, ranking.total > 0)) {
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
async function correct(
  words: readonly QueryWord[],
  vocabulary: Vocabulary,
  isFound: boolean,
): Promise<Reading[]> {
  const isKnown = words.map(({ text, isPrefix }) => vocabulary.has(text, isPrefix));
  if (isFound && words.length > 1 && isKnown.every(Boolean)) return [];
  const suggestions = await mapInSlices(words, ({ text, isPrefix, kind }) =>
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

/** One meaning of a word of a query: several words if a space was omitted. */
type WordChoice = { words: readonly string[]; isPrefix: boolean };

/** All meanings of each word of a query. */
export type Reading = readonly (readonly WordChoice[])[];

const nameKeysMax = 32;
/** Maximum number of words for which joined spellings are tried. */
const joinedWordsMax = 5;

const readAsTyped = (words: readonly QueryWord[]): Reading =>
  words.map(({ text, isPrefix }) => [{ words: [text], isPrefix }]);

const all = (conditions: readonly string[]) => conditions.join(' & ');
const oneOf = (conditions: readonly string[]) =>
  conditions.length === 1 ? conditions.join() : `(${conditions.join(' | ')})`;

/** One spelling of a query: what to search for in each position, and the typed words that it replaces. */
type Writing = readonly { choices: readonly WordChoice[]; typed: readonly string[] }[];

/** Turns a reading and a condition on tags into conditions for the database. */
function searchConditions(query: string, reading: Reading, tags: string | undefined): SearchConditions {
  const on = (field: SearchField) => {
    const words = readWritings(reading).map((writing) =>
      all(writing.map(({ choices }) => oneOf(choices.map((choice) => choiceCondition(choice, field))))),
    );
    return tags === undefined ? oneOf(words) : `${oneOf(words)} & (${tags})`;
  };
  return {
    any: on('any'),
    head: on('head'),
    name: on('name'),
    nameKeys: [nameKey(query), ...combineKeys(reading)],
  };
}

function choiceCondition({ words, isPrefix }: WordChoice, field: SearchField): string {
  const last = words.length - 1;
  const conditions = words.map((text, index) =>
    wordCondition({ text, isPrefix: isPrefix && index === last }, field),
  );
  return words.length === 1 ? all(conditions) : `(${all(conditions)})`;
}

/** Returns the reading itself and its spellings with joined words: "node js" is also nodejs. */
export function readWritings(reading: Reading): Writing[] {
  const apart: Writing = reading.map((choices) => ({ choices, typed: [typedText(choices)] }));
  if (reading.length < 2 || reading.length > joinedWordsMax) return [apart];
  const join = (from: number, to: number): Writing => {
    const typed = reading.slice(from, to).map(typedText);
    const isPrefix = reading[to - 1]?.[0]?.isPrefix ?? false;
    return [
      ...apart.slice(0, from),
      { choices: [{ words: [typed.join('')], isPrefix }], typed },
      ...apart.slice(to),
    ];
  };
  const pairs = reading.slice(1).map((_, index) => join(index, index + 2));
  return reading.length === 2 ? [apart, ...pairs] : [apart, ...pairs, join(0, reading.length)];
}

const typedText = (choices: readonly WordChoice[]): string => choices[0]?.words.join('') ?? '';

function combineKeys(reading: Reading): string[] {
  let keys = [''];
  for (const choices of reading) {
    keys = keys.flatMap((key) => choices.map(({ words }) => key + words.join(''))).slice(0, nameKeysMax);
  }
  return keys;
}
