import type { SynonymRuleDraft } from '@/lib/contract/synonym-rule';
import { mapInSlices } from '@/server/base/iterate';
import { DEFAULT_SYNONYMS } from './default-synonyms';
import type { WordChoice } from './reading';
import { type QueryPart, readQueryParts } from './query-parts';
import { readQuery } from './search-text';

/** What the words of a query from one place to another mean besides themselves. */
export type Meaning = { from: number; to: number; words: readonly string[] };

/** Meanings of the same words. Each is a condition of the search. */
const meaningsMax = 12;
/** Of a whole query. To look up the forms of one takes up to 2.5 ms. */
const MEANINGS_MAX = 16;
const MEANT_FORMS_MAX = 4;

/** Rules of what words mean, found by the stems of these words. */
export class Synonyms {
  readonly #meanings = new Map<string, (readonly string[])[]>();
  readonly #stems = new Set<string>();
  readonly #stem: (word: string) => string;
  #wordsMax = 0;

  constructor(rules: readonly SynonymRuleDraft[], stem: (word: string) => string) {
    this.#stem = stem;
    for (const { words, meaning, isTwoWay } of rules) {
      this.#add(words, meaning);
      if (isTwoWay) this.#add(meaning, words);
    }
  }

  #add(words: string, meaning: string): void {
    const meant = readQueryParts(meaning);
    if (this.#keyOf(readQueryParts(words)) === this.#keyOf(meant)) return;
    const isSpaced = meant.every(({ kind }) => kind === 'spaced');
    const needed = (isSpaced ? meant : readQuery(meaning)).map(({ text }) => text);
    // Searches that ask for all words read scripts without spaces as windows, others as words.
    const windows = readQuery(words).map(({ text }) => ({ needed: [text] }));
    for (const key of new Set([this.#keyOf(readQueryParts(words)), this.#keyOf(windows)])) {
      const meanings = this.#meanings.get(key) ?? [];
      this.#meanings.set(key, meanings);
      if (meanings.length < meaningsMax) meanings.push(needed);
      const stems = key.split(' ');
      for (const stem of stems) this.#stems.add(stem);
      this.#wordsMax = Math.max(this.#wordsMax, stems.length);
    }
  }

  #keyOf(words: readonly Pick<QueryPart, 'needed'>[]): string {
    return words.flatMap(({ needed }) => needed.map((word) => this.#stem(word))).join(' ');
  }

  /** Whether a rule is about the word, alone or with others. */
  isSpelled(word: string): boolean {
    return this.#stems.has(this.#stem(word));
  }

  /** What runs of the words of a query mean, too. */
  find(words: readonly Pick<QueryPart, 'needed'>[]): Meaning[] {
    if (this.#wordsMax === 0) return [];
    const stems = words.map((word) => this.#keyOf([word]));
    return words.flatMap((_, from) =>
      Array.from(
        { length: Math.min(this.#wordsMax, words.length - from) },
        (__, more) => from + more + 1,
      ).flatMap((to) => {
        const found = this.#meanings.get(stems.slice(from, to).join(' ')) ?? [];
        return found.map((meaning) => ({ from, to, words: meaning }));
      }),
    );
  }
}

/**
 * For each word of a query, what it means, too. Words that mean something together each mean it.
 *
 * @param listForms of a meaning that is one word.
 */
export async function listMeanings(
  words: readonly unknown[],
  meanings: readonly Meaning[],
  listForms: (word: string) => readonly string[] = () => [],
): Promise<WordChoice[][]> {
  const meant = await mapInSlices(meanings.slice(0, MEANINGS_MAX), ({ words: meaning, ...place }) => {
    const [word = '', ...others] = meaning;
    const forms = others.length > 0 ? [] : listForms(word).slice(0, MEANT_FORMS_MAX);
    return { ...place, choices: [meaning, ...forms.map((form) => [form])] };
  });
  return words.map((_, at) =>
    meant
      .filter(({ from, to }) => at >= from && at < to)
      .flatMap(({ choices }) => choices.map((choice) => ({ words: choice, isPrefix: false }))),
  );
}

/** The rules that the product comes with. */
export const readDefaultSynonyms = (language: string): SynonymRuleDraft[] =>
  (DEFAULT_SYNONYMS[language]?.trim() ?? '').split('\n').flatMap((line) => {
    const [same = [], meant = same] = line
      .split('>')
      .map((side) => side.split(',').map((part) => part.trim()));
    return same.flatMap((words) => meant.map((meaning) => ({ words, meaning, isTwoWay: false })));
  });
