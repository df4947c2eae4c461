import { readChains } from '@/lib/contract/plain/words';
import type { SearchReading } from '@/server/queries/search/search-products';
import { nameKey, nameKeyUnitsMax, type QueryWord } from './search-text';
import { type SearchField, wordCondition } from './lexemes';

// What a query may mean, and the conditions for the database that say so.

/** One meaning of a word of a query: several words if a space was omitted. */
export type WordChoice = { words: readonly string[]; isPrefix: boolean };

/** All meanings of each word of a query. */
export type Reading = readonly (readonly WordChoice[])[];

const nameKeysMax = 32;
/** Maximum number of words for which joined spellings are tried. */
const joinedWordsMax = 5;
/** From so many words on, few products have all of them. */
const separateWordsMin = 3;

export const readAsTyped = (words: readonly QueryWord[]): Reading =>
  words.map(({ text, isPrefix }) => [{ words: [text], isPrefix }]);

/**
 * The reading in which words that a sign joins are one: who types `a/b` wants that before what has both. Undefined for a
 * query without such words.
 */
export function readJoined(query: string, words: readonly QueryWord[]) {
  const chains = readChains(query).flatMap((chain) => {
    const [first, last] = [chain[0], chain.at(-1)];
    return first && last && chain.length > 1 ? [{ start: first.start, end: last.end }] : [];
  });
  const groups = new Map<number, QueryWord[]>();
  for (const word of words) {
    const chain = chains.find(({ start, end }) => word.end > start && word.start < end);
    const key = chain?.start ?? word.start;
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  if (groups.size === words.length) return undefined;
  const reading = Array.from(groups.values(), (group): WordChoice[] => [
    { words: [group.map(({ text }) => text).join('')], isPrefix: group.at(-1)?.isPrefix ?? false },
  ]);
  const none = reading.map(() => []);
  return { reading, alternatives: { exact: none, others: none }, fewerThan: 0 };
}

const allOf = (conditions: readonly string[]) => conditions.join(' & ');
export const oneOf = (conditions: readonly string[]) =>
  conditions.length === 1 ? conditions.join() : `(${conditions.join(' | ')})`;

/** One spelling of a query: what to search for in each position, and the typed words that it replaces. */
type Writing = readonly { choices: readonly WordChoice[]; typed: readonly string[] }[];

const writingCondition = (writing: Writing, field: SearchField): string =>
  allOf(writing.map(({ choices }) => choicesCondition(choices, field)));

/** What the words of a reading mean, too. */
export type Alternatives = {
  /** Count wherever they stand, as the words themselves. */
  exact: readonly (readonly WordChoice[])[];
  /** Count as words of the text, wherever they stand. */
  others: readonly (readonly WordChoice[])[];
};

export const withAlternatives = (reading: Reading, ...alternatives: Alternatives['exact'][]): Reading =>
  reading.map((choices, at) => [...choices, ...alternatives.flatMap((each) => each[at] ?? [])]);

/** The field, or the part of it in which words are looked for. */
export function narrowed(field: SearchField, within: SearchField): SearchField {
  if (within === 'any' || (within === 'label' && field === 'name')) return field;
  return within;
}

/**
 * Turns a reading into conditions for the database.
 *
 * @param isFiltered whether the reading asks for its matches without the filter, too.
 */
export function searchConditions(
  query: string,
  reading: Reading,
  {
    alternatives,
    within,
    isFiltered,
  }: { alternatives: Alternatives; within: SearchField; isFiltered: boolean },
): SearchReading {
  const exact = withAlternatives(reading, alternatives.exact);
  const writings = {
    any: readWritings(withAlternatives(exact, alternatives.others)),
    exact: readWritings(exact),
    typed: readWritings(reading),
  };
  const conditionsAt = (at: number) => {
    const on = (some: readonly Writing[], field: SearchField) =>
      writingCondition(some[at] ?? [], narrowed(field, within));
    return {
      any: on(writings.any, 'any'),
      head: on(writings.exact, 'head'),
      label: on(writings.exact, 'label'),
      name: on(writings.exact, 'name'),
      ...(isFiltered && { unfiltered: on(writings.typed, 'any') }),
    };
  };
  const joined = writings.typed.slice(1).map((writing, index) => ({
    word: allOf(
      writing.flatMap(({ choices, typed }) => (typed.length > 1 ? choicesCondition(choices, 'any') : [])),
    ),
    ...conditionsAt(index + 1),
  }));
  return {
    ...conditionsAt(0),
    ...(joined.length > 0 && { joined }),
    ...(reading.length >= separateWordsMin && {
      words: (writings.any[0] ?? []).map(({ choices }) => choicesCondition(choices, narrowed('any', within))),
    }),
    nameKeys: [nameKey(query), ...combineKeys(reading)],
  };
}

/** The conditions for products that have all words of a reading but for some of those that are optional. */
export function someWordsConditions(
  reading: Reading,
  { alternatives, within }: { alternatives: Alternatives; within: SearchField },
  { isOptional, countMin }: { isOptional: readonly boolean[]; countMin: number },
): SearchReading {
  const exact = withAlternatives(reading, alternatives.exact);
  const required = reading.flatMap((_, at) => (isOptional[at] ? [] : [at]));
  const optional = reading.flatMap((_, at) => (isOptional[at] ? [at] : []));
  const combinations = listCombinations(optional, countMin).map((some) => [...required, ...some]);
  const on = (words: Reading, field: SearchField) =>
    oneOf(
      combinations.map((some) => {
        const conditions = some.map((at) => choicesCondition(words[at] ?? [], narrowed(field, within)));
        return conditions.length === 1 ? conditions.join() : `(${allOf(conditions)})`;
      }),
    );
  const keysOf = (some: readonly number[]) => combineKeys(some.flatMap((at) => [reading[at] ?? []]));
  return {
    any: on(withAlternatives(exact, alternatives.others), 'any'),
    head: on(exact, 'head'),
    label: on(exact, 'label'),
    name: on(exact, 'name'),
    nameKeys: combinations.flatMap(keysOf).slice(0, nameKeysMax),
  };
}

function listCombinations(places: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return places.flatMap((first, at) =>
    listCombinations(places.slice(at + 1), count - 1).map((others) => [first, ...others]),
  );
}

export const choicesCondition = (choices: readonly WordChoice[], field: SearchField): string =>
  oneOf(choices.map((choice) => choiceCondition(choice, field)));

function choiceCondition({ words, isPrefix }: WordChoice, field: SearchField): string {
  const last = words.length - 1;
  const conditions = words.map((text, index) =>
    wordCondition({ text, isPrefix: isPrefix && index === last }, field),
  );
  return words.length === 1 ? allOf(conditions) : `(${allOf(conditions)})`;
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

/** A word of a query as it was typed. */
export const typedText = (choices: readonly WordChoice[]): string => choices[0]?.words.join('') ?? '';

/** The first joined spellings of all words. Spellings longer than the key of a name are left out, because they match no key. */
function combineKeys(reading: Reading): string[] {
  let keys = [''];
  for (const choices of reading) {
    const longer: string[] = [];
    for (const key of keys) {
      for (const { words } of choices) {
        if (longer.length === nameKeysMax) break;
        const next = key + words.join('');
        if (next.length <= nameKeyUnitsMax) longer.push(next);
      }
    }
    keys = longer;
  }
  return keys;
}
