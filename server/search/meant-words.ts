import { mapInSlices } from '@/server/base/iterate';
import type { Field } from '@/server/fields/field';
import type { WordChoice } from './reading';
import { type QueryPart, readTokens } from './search-text';
import { facetCondition } from './search-words';
import { listMeanings, type Meaning } from './synonyms';
import type { Suggestion, Vocabulary } from './vocabulary';

/** A word of a query that says something by itself, as typed and in its other meanings. */
export type MeantWord = {
  typed: string;
  choices: readonly WordChoice[];
  /** Synonyms of the word from the built-in rules. A match of a synonym counts as a match in the tagline at most. */
  synonyms: readonly WordChoice[];
  /** Conditions of the values of fields that are called so: "free" is also a price. */
  facets: readonly string[];
  /** What the word counts for beside others as rare as it. */
  weight: number;
};

/** Of words that are frequent in any text, such as "make". A small directory may have few of them. */
const COMMON_WEIGHT = 0.3;

type Known = { vocabulary: Vocabulary; correctsMistakes: boolean; fields: readonly Field[] };

/** The words that say something by themselves, with their other forms, and corrections of those that no product has. */
export async function listMeantWords(
  words: readonly QueryPart[],
  { vocabulary, correctsMistakes, fields }: Known,
): Promise<MeantWord[]> {
  const { wordForms } = vocabulary;
  const called = readFacetsByWord(fields);
  const { moderators, product } = vocabulary.synonyms;
  const listForms = (word: string) => vocabulary.listForms(word);
  const isKnownMeaning = (meaning: Meaning) => meaning.words.every((word) => vocabulary.has(word, false));
  const asked = await listMeanings(words, moderators.find(words), listForms);
  const usual = await listMeanings(words, product.find(words).filter(isKnownMeaning), listForms);
  const telling = words.filter(({ text }) => !wordForms?.isStopWord(text));
  return mapInSlices(telling.length > 0 ? telling : words, (word) => {
    const { text, needed, isPrefix, kind } = word;
    const at = words.indexOf(word);
    const forms = vocabulary.listForms(text).map((form) => ({ words: [form], isPrefix: false }));
    const starts = (isPrefix ? (wordForms?.listStarts(text) ?? []) : []).map((start) => ({
      words: [start],
      isPrefix,
    }));
    const isKnown = forms.length > 0 || vocabulary.has(text, isPrefix);
    const isCorrected = correctsMistakes && !isKnown && kind === 'spaced';
    const corrections = isCorrected ? likeliestOf(vocabulary.suggest(text, isPrefix)) : [];
    return {
      typed: text,
      choices: [{ words: needed, isPrefix }, ...starts, ...forms, ...corrections, ...(asked[at] ?? [])],
      synonyms: usual[at] ?? [],
      facets: called.get(text) ?? [],
      weight: wordForms?.isCommonWord(text) ? COMMON_WEIGHT : 1,
    };
  });
}

export const likeliestOf = (suggestions: readonly Suggestion[]) =>
  suggestions.filter(({ cost }) => cost === suggestions[0]?.cost);

/** For each word of their labels, the conditions of the values that have it. */
type FacetsByWord = ReadonlyMap<string, readonly string[]>;
const knownFacets = new WeakMap<readonly Field[], FacetsByWord>();

/** Reads the labels once for a list of fields, because a site has hundreds of them. */
function readFacetsByWord(fields: readonly Field[]): FacetsByWord {
  const known = knownFacets.get(fields);
  if (known) return known;
  const byWord = new Map<string, string[]>();
  for (const { key, isFacet, filter } of fields) {
    if (!isFacet || filter?.kind !== 'choices') continue;
    for (const { label, value } of filter.choices) {
      for (const word of new Set(readTokens(label).map(({ text }) => text)))
        byWord.set(word, [...(byWord.get(word) ?? []), facetCondition(key, value)]);
    }
  }
  knownFacets.set(fields, byWord);
  return byWord;
}
