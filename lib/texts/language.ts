import type { Message } from './message';

/** The texts in a language other than English. */
export type Catalog = {
  /** A tag of BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** What the paths of the language's scripts begin with. Empty in development. */
  prefix: string;
  /** By key. What is missing stays English. */
  messages: ReadonlyMap<string, Message>;
};

declare global {
  /** Through the global object, because Next bundles pages separately from the host. */
  var catalog: Catalog | undefined;
  /** The language of the browser's scripts. Only tests set it. */
  var scriptLanguage: string | undefined;
}

/** The catalog of this process. Undefined in English, and in browsers, whose scripts contain their texts. */
export const currentCatalog = (): Catalog | undefined => globalThis.catalog;

export function provideCatalog(catalog: Catalog | undefined): void {
  globalThis.catalog = catalog;
}

/** What a function says in English, in a process of any language: the terminal and the log speak English. */
export function inEnglish<Said>(saying: () => Said): Said {
  const catalog = currentCatalog();
  provideCatalog(undefined);
  try {
    return saying();
  } finally {
    provideCatalog(catalog);
  }
}

/** The language of the texts. In scripts for browsers, the build writes the language in place of the last two. */
export const textsLanguage = (): string =>
  typeof window === 'undefined' ? (currentCatalog()?.language ?? 'en') : (globalThis.scriptLanguage ?? 'en');

/** The direction of the texts on the server. */
export const textsDirection = () => currentCatalog()?.direction ?? 'ltr';

/** Whether the texts are read from right to left. */
export const isMirrored = (): boolean =>
  (typeof window === 'undefined' ? textsDirection() : document.dir) === 'rtl';

/** The attributes of the root element, for documents written without React. English has no direction of its own. */
export function rootAttributes(): string {
  const direction = currentCatalog()?.direction;
  return `lang="${textsLanguage()}"${direction ? ` dir="${direction}"` : ''}`;
}

/**
 * Makes one object per language, because making a formatter takes longer than many uses of it. Mark calls as pure, so that
 * pages load the formatters that they use.
 */
export function perLanguage<Made>(make: (language: string) => Made): () => Made {
  const made: Record<string, Made> = {};
  return () => (made[textsLanguage()] ??= make(textsLanguage()));
}

const wholeNumber = /* @__PURE__ */ perLanguage((language) => new Intl.NumberFormat(language));
const shortNumber = /* @__PURE__ */ perLanguage(
  (language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 }),
);

/** `123,456`. */
export const formatNumber = (count: number) => wholeNumber().format(count);

/** `12,345`; from 100,000 on `123K`, so that the number fits a button. */
export const formatCount = (count: number) => (count < 100_000 ? wholeNumber() : shortNumber()).format(count);
