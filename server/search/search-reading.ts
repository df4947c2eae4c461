import { nameKey, type QueryWord } from './search-text';
import { type SearchField, wordCondition } from './search-words';
import type { SearchConditions } from '@/server/queries/search/search-products';

/** What one word of a query may stand for; several words where a space was left out. */
type WordChoice = { words: readonly string[]; isPrefix: boolean };

/** For each word of a query all that it may stand for. */
export type Reading = readonly (readonly WordChoice[])[];

const nameKeysMax = 32;
/** Longer queries are not tried with words written as one. */
const joinedWordsMax = 5;

export const readAsTyped = (words: readonly QueryWord[]): Reading =>
  words.map(({ text, isPrefix }) => [{ words: [text], isPrefix }]);

const all = (conditions: readonly string[]) => conditions.join(' & ');
const oneOf = (conditions: readonly string[]) =>
  conditions.length === 1 ? conditions.join() : `(${conditions.join(' | ')})`;

/** One way to write a query: what is looked for in each place, and the typed words that it stands for. */
type Writing = readonly { choices: readonly WordChoice[]; typed: readonly string[] }[];

/** A reading, and a condition on tags, as the database is asked it. */
export function searchConditions(
  query: string,
  reading: Reading,
  tags: string | undefined,
): SearchConditions {
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

/** The reading itself, and the same with neighbours written as one: "node js" is also nodejs. */
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
