import { mapInSlices } from '@/server/base/iterate';
import type { Deps } from '@/server/deps';
import {
  type AskedSearch,
  type FoundProducts,
  type FoundSearch,
  searchProducts,
  type SearchReading,
  type SearchWindow,
} from '@/server/queries/search/search-products';
import { editsMax } from './edit-distance';
import {
  type Alternatives,
  type Reading,
  readAsTyped,
  searchConditions,
  withAlternatives,
  wordsCondition,
} from './reading';
import { type QueryWord, readQuery, tagCondition } from './search-text';
import { likeliestOf, listMeantWords } from './meant-words';
import { findPartialHits, type PartialHit } from './some-words';
import { listMeanings, type Meaning } from './synonyms';
import type { Field } from '@/server/fields/field';
import type { Suggestion, Vocabulary } from './vocabulary';

export type SearchQuery = SearchWindow & {
  text: string;
  /** A condition on tags and facets, in `tsquery` syntax. */
  filter: string | undefined;
  correctsMistakes: boolean;
  /** Products that have some of the words follow where fewer than a page have all. Words are looked for in these fields, too. */
  fillsPage?: { fields: readonly Field[] } | undefined;
};

export type SearchResult = FoundProducts & {
  /** The words that were searched for, including corrections, for highlighting. */
  reading: Reading;
  /** What follows the hits where products with some of the words were asked for. */
  partialHits: PartialHit[];
};

/** With fewer matches, the database tries corrected words as well: first the likeliest corrections, then all. */
const plentifulMatches = 5;

/**
 * Searches the database in one statement: for the words as typed and, with few matches, for corrected words.
 *
 * Corrections come from the words known at the moment. New words are read after the search, for the next keystroke.
 *
 * @param find runs the query. By default, each search runs a statement of its own.
 */
export async function search(
  { db, vocabulary }: Pick<Deps, 'db' | 'vocabulary'>,
  { text, filter, correctsMistakes, fillsPage, ...window }: SearchQuery,
  find: (asked: AskedSearch) => Promise<FoundSearch> = ({ readings, window }) =>
    searchProducts(db, readings, window),
): Promise<SearchResult> {
  const words = readQuery(text);
  if (words.length > 0) await vocabulary.readFirst(db);
  const readings = [readAsTyped(words)];
  const alternatives = await listAlternatives(words, vocabulary);
  let fewerThan = plentifulMatches;
  if (correctsMistakes && words.some(isCorrectable)) {
    readings.push(...(await correct(words, vocabulary)));
    // Several known words may be meant together, however few products have them all.
    if (words.length > 1 && words.every(({ text, isPrefix }) => vocabulary.has(text, isPrefix)))
      fewerThan = 1;
  }
  const conditions: SearchReading[] =
    words.length > 0
      ? readings.map((reading, index) => ({
          ...searchConditions(text, reading, { filter, alternatives }),
          ...(index === 0 && filter !== undefined && { unfiltered: wordsCondition(reading, 'any') }),
          ...(index > 0 && { fewerThan }),
        }))
      : readWithoutWords(text, filter);
  const { readingIndex, ...found } = await find({ readings: conditions, window });
  vocabulary.readLater(db);
  const reading = withAlternatives(readings[readingIndex] ?? [], alternatives.exact, alternatives.others);
  const wanted = window.to - window.from;
  const isFilled = !fillsPage || window.from > 0 || found.total >= wanted || words.length < 2;
  if (isFilled) return { ...found, reading, partialHits: [] };
  const meant = await listMeantWords(words, { vocabulary, correctsMistakes, fields: fillsPage.fields });
  const partialHits = await findPartialHits({ db }, meant, {
    filter,
    leftOut: found.hits.map(({ id }) => id),
    hitsMax: wanted - found.hits.length,
    valueKeys: window.valueKeys ?? [],
  });
  return {
    ...found,
    reading:
      found.hits.length > 0 ? reading : meant.map(({ choices, synonyms }) => [...choices, ...synonyms]),
    partialHits,
  };
}

/** What moderators say that the words mean: one word as exactly as the word itself, several words less. */
async function listAlternatives(words: readonly QueryWord[], vocabulary: Vocabulary): Promise<Alternatives> {
  const meanings = vocabulary.synonyms.moderators.find(words);
  const isExact = ({ from, to, words: meaning }: Meaning) => to - from === 1 && meaning.length === 1;
  return {
    exact: await listMeanings(words, meanings.filter(isExact)),
    others: await listMeanings(
      words,
      meanings.filter((meaning) => !isExact(meaning)),
    ),
  };
}

/** Without a text, everything is asked for. Signs alone are words that no product has. */
function readWithoutWords(text: string, filter: string | undefined): SearchReading[] {
  if (text.trim() !== '') return [{ any: NOTHING }];
  return filter === undefined ? [] : [{ any: filter }];
}
const NOTHING = tagCondition('');

const isCorrectable = ({ text, kind }: QueryWord) => kind === 'spaced' && editsMax(text) > 0;

/**
 * Returns readings of the query, first with the likeliest corrections (of unknown words only, if there are any), then
 * with all. Every reading includes the words as typed.
 */
async function correct(words: readonly QueryWord[], vocabulary: Vocabulary): Promise<Reading[]> {
  const suggestions = await mapInSlices(words, (word) =>
    isCorrectable(word) ? vocabulary.suggest(word.text, word.isPrefix) : [],
  );
  if (suggestions.every(({ length }) => length === 0)) return [];
  const isKnown = words.map(({ text, isPrefix }) => vocabulary.has(text, isPrefix));
  const hasUnknown = isKnown.some((known, index) => !known && suggestions[index]?.length !== 0);
  const likeliest = suggestions.map((some, index) => (hasUnknown && isKnown[index] ? [] : likeliestOf(some)));
  const extend = (tried: readonly (readonly Suggestion[])[]): Reading =>
    readAsTyped(words).map((choices, index) => [...choices, ...(tried[index] ?? [])]);
  const isSame = likeliest.every((some, index) => some.length === suggestions[index]?.length);
  return isSame ? [extend(suggestions)] : [extend(likeliest), extend(suggestions)];
}
