import type { Message } from './message';

/** The texts in a language other than English. */
export type Catalog = {
  /** A tag of BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** What the paths of the language's scripts begin with. */
  prefix: string;
  /** By key. What is missing stays English. */
  messages: ReadonlyMap<string, Message>;
};

declare global {
  /** Through the global object, because Next bundles pages separately from the host. */
  var catalog: Catalog | undefined;
}

/** The catalog of this process. Undefined in English, and in browsers, whose scripts contain their texts. */
export const currentCatalog = (): Catalog | undefined => globalThis.catalog;

export function provideCatalog(catalog: Catalog | undefined): void {
  globalThis.catalog = catalog;
}

/** The language of the texts. The build writes the language of the browser's scripts in place of the variable. */
export const textsLanguage = (): string =>
  (typeof window === 'undefined' ? globalThis.catalog?.language : process.env.TEXTS_LANGUAGE) ?? 'en';

/** Makes one object per language, because making a formatter takes longer than many uses of it. */
export function perLanguage<Made>(make: (language: string) => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const language = textsLanguage();
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const wholeNumber = perLanguage((language) => new Intl.NumberFormat(language));
const shortNumber = perLanguage(
  (language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 }),
);

/** `12,345`; from 100,000 on `123K`, so that the number fits a button. */
export const formatCount = (count: number) => (count < 100_000 ? wholeNumber() : shortNumber()).format(count);
