import { withArticle } from '@/lib/site';
import { perLanguage, textsLanguage } from './language';
import { capitalize, type SiteWords } from './texts';

// The words of the site in the forms of its language. For the server alone, which hands them to browsers and workers.

/** The forms of the noun that an owner may state and a translation may show, each with the form that replaces a missing form. */
const FORMS = {
  noun: 'noun',
  nouns: 'nouns',
  aNoun: 'noun',
  theNoun: 'noun',
  nounGenitive: 'noun',
  nounDative: 'noun',
  nounAccusative: 'noun',
  nounsGenitive: 'nouns',
  nounsDative: 'nouns',
  nounsAccusative: 'nouns',
  nounsZero: 'nouns',
  nounsTwo: 'nouns',
  nounsFew: 'nouns',
  nounsMany: 'nouns',
} as const;
export const NOUN_FORMS: readonly string[] = Object.keys(FORMS);

/** What a translation may choose by. Unless stated, it is `other`. */
export const NOUN_GENDER = 'nounGender';
export const GENDERS: readonly string[] = ['masculine', 'feminine', 'neuter', 'common'];

const withCapital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What a translation may show without a value. */
export const SHOWN_WORDS: readonly string[] = [...NOUN_FORMS, ...NOUN_FORMS.map(withCapital), 'siteName'];

type Site = {
  siteName: string;
  siteNoun: string;
  siteNounPlural: string;
  /** What the owner has stated, by name. */
  nounForms: Readonly<Record<string, string>>;
};

/** The product server reads its configuration after `texts.ts`, and hands the words over. */
export function provideSiteWords(site: Site): void {
  globalThis.siteWords = perLanguage(() => wordsOf(site));
}

function wordsOf({ siteName, siteNoun, siteNounPlural, nounForms }: Site): SiteWords {
  const { noun = siteNoun, nouns = siteNounPlural } = nounForms;
  const instead = { noun, nouns };
  const stated: Site['nounForms'] = {
    ...(/^en\b/.test(textsLanguage()) && { aNoun: withArticle(noun) }),
    ...nounForms,
  };
  const words: Record<string, string> = { siteName, [NOUN_GENDER]: stated[NOUN_GENDER] ?? 'other' };
  for (const [name, basic] of Object.entries(FORMS)) {
    const word = stated[name] ?? instead[basic];
    words[name] = word;
    words[withCapital(name)] = capitalize(word);
  }
  return words;
}
