import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapInSlices } from '@/server/base/iterate';
import type { Deps } from '@/server/deps';
import {
  type AskedSearch,
  type FoundProducts,
  type FoundSearch,
  searchProducts,
  type SearchReading,
  type SearchWindow,
  searchProductsTogether,
  statementOf,
} from '@/server/queries/search/search-products';
import { nameKey, type QueryWord, readQuery, type SearchField, wordCondition } from './search-text';
import type { Suggestion, Vocabulary } from './vocabulary';
import { editsMax } from './edit-distance';

export type SearchQuery = SearchWindow & {
  text: string;
  /** A condition on tags and facets, in `tsquery` syntax. */
  filter: string | undefined;
  correctsMistakes: boolean;
};

export type SearchResult = FoundProducts & {
  /** The words that were searched for, including corrections, for highlighting. */
  reading: Reading;
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
  { text, filter, correctsMistakes, ...window }: SearchQuery,
  find: (asked: AskedSearch) => Promise<FoundSearch> = ({ readings, window }) =>
    searchProducts(db, readings, window),
): Promise<SearchResult> {
  const words = readQuery(text);
  const readings = [readAsTyped(words)];
  let fewerThan = plentifulMatches;
  if (correctsMistakes && words.some(isCorrectable)) {
    await vocabulary.readFirst(db);
    readings.push(...(await correct(words, vocabulary)));
    // Several known words may be meant together, however few products have them all.
    if (words.length > 1 && words.every(({ text, isPrefix }) => vocabulary.has(text, isPrefix)))
      fewerThan = 1;
  }
  const conditions: SearchReading[] =
    words.length > 0
      ? readings.map((reading, index) => ({
          ...searchConditions(text, reading, filter),
          ...(index === 0 && filter !== undefined && { unfiltered: wordsCondition(reading, 'any') }),
          ...(index > 0 && { fewerThan }),
        }))
      : filter === undefined
        ? []
        : [{ any: filter }];
  const { readingIndex, ...found } = await find({ readings: conditions, window });
  vocabulary.readLater(db);
  return { ...found, reading: readings[readingIndex] ?? [] };
}

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

const wordsCondition = (reading: Reading, field: SearchField): string =>
  oneOf(
    readWritings(reading).map((writing) =>
      all(writing.map(({ choices }) => oneOf(choices.map((choice) => choiceCondition(choice, field))))),
    ),
  );

/** Turns a reading and a filter into conditions for the database. */
function searchConditions(query: string, reading: Reading, filter: string | undefined): SearchReading {
  const on = (field: SearchField) => {
    const words = wordsCondition(reading, field);
    return filter === undefined ? words : `${words} & (${filter})`;
  };
  return {
    any: on('any'),
    head: on('head'),
    label: on('label'),
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

/** The embedded database answers one statement at a time, so a long one keeps others waiting. */
const SEARCHES_PER_STATEMENT = 8;

type Waiting = {
  search: AskedSearch;
  resolve: (found: FoundSearch) => void;
  reject: (error: unknown) => void;
};

/** The searches of one request; those with hits are for the same `valueKeys`. Those that arrive together share statements. */
export class SearchBatch {
  readonly #deps: Pick<Deps, 'db' | 'knownHits'>;
  #waiting: Waiting[] = [];

  constructor(deps: Pick<Deps, 'db' | 'knownHits'>) {
    this.#deps = deps;
  }

  find(search: AskedSearch): Promise<FoundSearch> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ search, resolve, reject });
      if (this.#waiting.length === 1) void this.#send();
    });
  }

  async #send(): Promise<void> {
    await nextTurn();
    const all = this.#waiting;
    this.#waiting = [];
    const groups = groupSearches(all.map(({ search }) => search));
    for (const places of groups) {
      const group = places.flatMap((place) => all[place] ?? []);
      const searches = group.map(({ search }) => search);
      try {
        const found = await this.#deps.knownHits.reuse(async (known) => {
          const each = await searchProductsTogether(this.#deps.db, searches, known);
          return { each, hits: each.flatMap(({ hits }) => hits) };
        });
        for (const [place, { resolve, reject }] of group.entries()) {
          const one = found.each[place];
          if (one) resolve(one);
          else reject(new Error('The database has left out a search.'));
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }
}

/** Searches that one statement can answer, by their places. */
function groupSearches(searches: readonly AskedSearch[]): number[][] {
  const groups = new Map<string, number[][]>();
  for (const [place, search] of searches.entries()) {
    const key = Object.values(statementOf(search)).join();
    const alike = groups.get(key) ?? [];
    groups.set(key, alike);
    const last = alike.at(-1);
    if (last && last.length < SEARCHES_PER_STATEMENT) last.push(place);
    else alike.push([place]);
  }
  return [...groups.values()].flat();
}
