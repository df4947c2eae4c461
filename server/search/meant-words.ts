import { mapInSlices } from '@/server/base/iterate';
import type { Field } from '@/server/fields/field';
import type { WordChoice } from './reading';
import type { QueryPart } from './query-parts';
import { readTokens } from './search-text';
import { facetCondition } from './search-words';
import { listMeanings, type Meaning } from './synonyms';
import type { Suggestion, Vocabulary } from './vocabulary';

/** A word of a query that says something by itself, as typed and in its other meanings. */
export type MeantWord = {
  typed: string;
  choices: readonly WordChoice[];
  /** Synonyms of the word from the built-in rules. A match of a synonym counts as a match in the tagline at most. */
  synonyms: readonly WordChoice[];
  /** Words that come from the word, and corrections. A match of one counts as a match in the text at most. */
  related: readonly WordChoice[];
  /** Whether no product has the word, and `related` has what may have been meant. */
  isCorrected: boolean;
  /** Conditions of the values of fields that are called so: "free" is also a price. */
  facets: readonly string[];
  /** What the word counts for beside others as rare as it. */
  weight: number;
};

/** Of words that are frequent in any text, such as "make". A small directory may have few of them. */
const COMMON_WEIGHT = 0.3;
/** Shorter parts of a word with signs, such as the "e" of "e-commerce", say nothing. */
const PIECE_UNITS_MIN = 3;

type Known = { vocabulary: Vocabulary; correctsMistakes: boolean; fields: readonly Field[] };

/** The words that say something by themselves, with their other forms, and corrections of those that no product has. */
export async function listMeantWords(
  words: readonly QueryPart[],
  { vocabulary, correctsMistakes, fields }: Known,
): Promise<MeantWord[]> {
  const { wordForms } = vocabulary;
  const called = readFacetsByWord(fields);
  const { moderators, product } = vocabulary.synonyms;
  const listForms = (word: string) => vocabulary.listForms(word).forms;
  const isKnownMeaning = (meaning: Meaning) => meaning.words.every((word) => vocabulary.has(word, false));
  const [ofModerators, ofProduct] = [moderators.find(words), product.find(words).filter(isKnownMeaning)];
  const asked = await listMeanings(words, ofModerators, listForms);
  const usual = await listMeanings(words, ofProduct, listForms);
  const isStopWord = (word: string) => wordForms?.isStopWord(word) ?? false;
  const telling = words.filter(
    ({ needed }, at) =>
      !needed.every(isStopWord) ||
      [...ofModerators, ...ofProduct].some(({ from, to }) => at >= from && at < to),
  );
  return mapInSlices(telling.length > 0 ? telling : words, (word) => {
    const { typed, text, needed, isPrefix, kind } = word;
    const at = words.indexOf(word);
    const { forms, derived } = vocabulary.listForms(
      text,
      needed.length === 1 ? typed.toLowerCase().normalize('NFC') : text,
    );
    const spellings = kind === 'spaced' && needed.length > 1 ? [[text], needed] : [needed];
    const starts = isPrefix ? (wordForms?.listStarts(text) ?? []) : [];
    const pieces = spellings.length > 1 ? needed.filter((piece) => piece.length >= PIECE_UNITS_MIN) : [];
    const isKnown = forms.length > 0 || derived.length > 0 || vocabulary.has(text, isPrefix);
    const isCorrected = correctsMistakes && kind === 'spaced' && !isKnown && !vocabulary.isSpelled(needed);
    const corrections = isCorrected ? likeliestOf(vocabulary.suggest(text, isPrefix)) : [];
    return {
      typed,
      choices: [
        ...spellings.map((spelling) => ({ words: spelling, isPrefix })),
        ...starts.map((start) => ({ words: [start], isPrefix })),
        ...forms.map(asChoice),
        ...(asked[at] ?? []),
      ],
      synonyms: usual[at] ?? [],
      related: [...derived, ...pieces.filter((piece) => !isStopWord(piece))]
        .map(asChoice)
        .concat(corrections),
      isCorrected: corrections.length > 0,
      facets: called.get(text) ?? [],
      weight: needed.length === 1 && wordForms?.isCommonWord(text) ? COMMON_WEIGHT : 1,
    };
  });
}

const asChoice = (word: string): WordChoice => ({ words: [word], isPrefix: false });

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
