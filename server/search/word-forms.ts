import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { isUnspaced } from '@/lib/contract/plain/words';
import { fold } from '@/server/text/fold';
import { readWordSpans } from './search-text';

type Stemmer = { stemmer: (word: string) => string };
type StopWords = { stopwords: readonly string[] };

/**
 * The stem of a folded Arabic word: light10 of Larkey, Ballesteros and Connell. The stemmer of the package takes other
 * endings off words with an article than off those without.
 */
const stemArabic = (word: string): string =>
  word
    .replace(/^و(?=...)/u, '')
    .replace(/^(?:ال|بال|كال|فال|لل)(?=..)/u, '')
    .replace(/(?<=..)(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u, '');

/** The languages whose word forms search knows, by their subtags of BCP 47. */
const LANGUAGES: Record<string, () => Promise<[Stemmer, StopWords]>> = {
  ar: () => Promise.all([Promise.resolve({ stemmer: stemArabic }), import('@orama/stopwords/arabic')]),
  bg: () => Promise.all([import('@orama/stemmers/bulgarian'), import('@orama/stopwords/bulgarian')]),
  da: () => Promise.all([import('@orama/stemmers/danish'), import('@orama/stopwords/danish')]),
  de: () => Promise.all([import('@orama/stemmers/german'), import('@orama/stopwords/german')]),
  el: () => Promise.all([import('@orama/stemmers/greek'), import('@orama/stopwords/greek')]),
  en: () => Promise.all([import('@orama/stemmers/english'), import('@orama/stopwords/english')]),
  es: () => Promise.all([import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish')]),
  fi: () => Promise.all([import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish')]),
  fr: () => Promise.all([import('@orama/stemmers/french'), import('@orama/stopwords/french')]),
  ga: () => Promise.all([import('@orama/stemmers/irish'), import('@orama/stopwords/irish')]),
  hi: () => Promise.all([import('@orama/stemmers/indian'), import('@orama/stopwords/indian')]),
  hu: () => Promise.all([import('@orama/stemmers/hungarian'), import('@orama/stopwords/hungarian')]),
  hy: () => Promise.all([import('@orama/stemmers/armenian'), import('@orama/stopwords/armenian')]),
  id: () => Promise.all([import('@orama/stemmers/indonesian'), import('@orama/stopwords/indonesian')]),
  it: () => Promise.all([import('@orama/stemmers/italian'), import('@orama/stopwords/italian')]),
  lt: () => Promise.all([import('@orama/stemmers/lithuanian'), import('@orama/stopwords/lithuanian')]),
  ne: () => Promise.all([import('@orama/stemmers/nepali'), import('@orama/stopwords/nepali')]),
  nl: () => Promise.all([import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch')]),
  no: () => Promise.all([import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')]),
  pt: () => Promise.all([import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese')]),
  ro: () => Promise.all([import('@orama/stemmers/romanian'), import('@orama/stopwords/romanian')]),
  ru: () => Promise.all([import('@orama/stemmers/russian'), import('@orama/stopwords/russian')]),
  sr: () => Promise.all([import('@orama/stemmers/serbian'), import('@orama/stopwords/serbian')]),
  sv: () => Promise.all([import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish')]),
  ta: () => Promise.all([import('@orama/stemmers/tamil'), import('@orama/stopwords/tamil')]),
  tr: () => Promise.all([import('@orama/stemmers/turkish'), import('@orama/stopwords/turkish')]),
  uk: () => Promise.all([import('@orama/stemmers/ukrainian'), import('@orama/stopwords/ukrainian')]),
};
/** Other subtags of the same languages. */
const SAME: Record<string, string> = { nb: 'no', nn: 'no' };

/** The languages of texts in another script than that of the site's language. */
const OF_OTHER_SCRIPTS = ['en', 'ru', 'ar', 'el', 'hi'] as const;

/** Words are stuck together in these languages: what one ends with may be what is searched for. */
const COMPOUNDING = ['de', 'nl', 'da', 'no', 'sv', 'fi', 'hu'];
/** What a word may begin with besides itself. */
const BEGINNINGS: Record<string, readonly string[]> = {
  ar: ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و', 'ب', 'ل'],
};

/** Languages without spaces and stemmers. */
const UNSPACED = ['zh', 'ja', 'th'];
const isArabic = /^\p{Script=Arabic}/u;
const stemUnitsMin = 3;
/** Cyrillic "й", which is folded to "и". After a vowel, both end a word, and the same is left without them. */
const foldedEnding = /(?<=[аеиоуыэюя])и$/u;
/** Languages whose list of the package lacks a word. */
const MORE_STOP_WORDS: Record<string, readonly string[]> = { en: ['a'] };

// Node.js imports JSON only from version 20.10 on.
const wordLists = z.record(z.string(), z.array(z.string()));
const COMMON_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(wordLists.parse(createRequire(import.meta.url)('stopwords-iso'))),
);

/** @param tag of BCP 47. Search takes the word forms of English for a language that it does not know. */
export function isKnownLanguage(tag: string): boolean {
  const { language } = new Intl.Locale(tag);
  return [...Object.keys(LANGUAGES), ...Object.keys(SAME), ...UNSPACED].includes(language);
}

/** The forms of words in the language of the site, and in the most frequent language of each other script. */
export class WordForms {
  readonly #stop = new Set<string>();
  readonly #common = new Set<string>();
  readonly #stemmers: { script: RegExp; stem: Stemmer['stemmer'] }[] = [];
  /** The language of the site, or English if search does not know its word forms. */
  readonly language: string;
  readonly beginnings: readonly string[];
  readonly isCompounding: boolean;

  private constructor(languages: readonly (readonly [string, Stemmer, StopWords])[]) {
    for (const [language, { stemmer }, { stopwords }] of languages) {
      const more = MORE_STOP_WORDS[language] ?? [];
      // Of "she'll", the words on both sides; joined, they are another word.
      for (const word of [...stopwords, ...more])
        for (const { start, end } of readWordSpans(word)) this.#stop.add(fold(word.slice(start, end)));
      for (const word of COMMON_WORDS.get(language) ?? []) this.#common.add(fold(word));
      const { script = 'Latn' } = new Intl.Locale(language).maximize();
      this.#stemmers.push({ script: new RegExp(`^\\p{Script=${script}}`, 'u'), stem: stemmer });
    }
    this.language = languages[0]?.[0] ?? '';
    // Whatever the language of the site: their words are told apart by the script.
    for (const language of UNSPACED)
      for (const word of COMMON_WORDS.get(language) ?? []) if (isUnspaced(word)) this.#stop.add(fold(word));
    this.beginnings = languages.flatMap(([language]) => BEGINNINGS[language] ?? []);
    this.isCompounding = languages.some(([language], index) => index === 0 && COMPOUNDING.includes(language));
  }

  /** @param tag of BCP 47, such as `de-AT`. Search knows no forms of a language without a stemmer. */
  static async load(tag: string): Promise<WordForms> {
    const { language } = new Intl.Locale(tag);
    const all = [...new Set([SAME[language] ?? language, ...OF_OTHER_SCRIPTS])];
    const loaded = await Promise.all(
      all.map(async (each) => {
        const load = LANGUAGES[each];
        return load ? [[each, ...(await load())] as const] : [];
      }),
    );
    return new WordForms(loaded.flat());
  }

  /** Whether the folded word says little by itself, such as "the". */
  isStopWord(word: string): boolean {
    return this.#stop.has(word);
  }

  /** Whether the folded word is frequent in any text of its language, however rare it is on this site. */
  isCommonWord(word: string): boolean {
    return this.#common.has(word);
  }

  /** How words may begin of which the folded text is the beginning without its article. */
  listStarts(text: string): string[] {
    return isArabic.test(text)
      ? this.beginnings.filter(({ length }) => length > 1).map((each) => each + text)
      : [];
  }

  /**
   * What all forms of a word have in common, folded. The word itself where the rules of its language leave too little.
   *
   * @param word in lower case. With its marks, more endings are known: those of folded words are looked at as far as they are
   * certain.
   */
  stem(word: string): string {
    const spelled = word.replace(foldedEnding, 'й');
    const stem = fold(this.#stemmers.find(({ script }) => script.test(spelled))?.stem(spelled) ?? word);
    return stem.length < stemUnitsMin ? fold(word) : stem;
  }
}
