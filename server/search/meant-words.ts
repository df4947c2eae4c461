import type { Field } from '@/server/fields/field';
import type { WordChoice } from './reading';
import { type QueryWord, readTokens } from './search-text';
import { facetCondition } from './search-words';
import type { Suggestion, Vocabulary } from './vocabulary';

/** A word of a query that says something by itself, as typed and in its other meanings. */
export type MeantWord = {
  typed: string;
  choices: readonly WordChoice[];
  /** Conditions of the values of fields that are called so: "free" is also a price. */
  facets: readonly string[];
  /** What the word counts for beside others as rare as it. */
  weight: number;
};

/** Of words that are frequent in any text, such as "make". A small directory may have few of them. */
const COMMON_WEIGHT = 0.3;

type Known = { vocabulary: Vocabulary; correctsMistakes: boolean; fields: readonly Field[] };

/** The words that say something by themselves, with their other forms, and corrections of those that no product has. */
export function listMeantWords(
  words: readonly QueryWord[],
  { vocabulary, correctsMistakes, fields }: Known,
): MeantWord[] {
  const { wordForms } = vocabulary;
  const telling = words.filter(({ text }) => !wordForms?.isStopWord(text));
  return (telling.length > 0 ? telling : words).map(({ text, isPrefix, kind }) => {
    const forms = vocabulary.listForms(text).map((form) => ({ words: [form], isPrefix: false }));
    const isKnown = forms.length > 0 || vocabulary.has(text, isPrefix);
    const isCorrected = correctsMistakes && !isKnown && kind === 'spaced';
    const corrections = isCorrected ? likeliestOf(vocabulary.suggest(text, isPrefix)) : [];
    return {
      typed: text,
      choices: [{ words: [text], isPrefix }, ...forms, ...corrections],
      facets: facetsCalled(text, fields),
      weight: wordForms?.isCommonWord(text) ? COMMON_WEIGHT : 1,
    };
  });
}

export const likeliestOf = (suggestions: readonly Suggestion[]) =>
  suggestions.filter(({ cost }) => cost === suggestions[0]?.cost);

const facetsCalled = (word: string, fields: readonly Field[]): string[] =>
  fields.flatMap(({ key, isFacet, filter }) =>
    isFacet && filter?.kind === 'choices'
      ? filter.choices
          .filter(({ label }) => readTokens(label).some(({ text }) => text === word))
          .map(({ value }) => facetCondition(key, value))
      : [],
  );
