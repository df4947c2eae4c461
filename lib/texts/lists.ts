import { perLanguage } from './language';

// Lists of things in sentences, as the language of the texts joins them.

const all = /* @__PURE__ */ perLanguage((language) => new Intl.ListFormat(language));
/** British English has no comma before “and”. */
const words = /* @__PURE__ */ perLanguage(
  (language) => new Intl.ListFormat(language === 'en' ? 'en-GB' : language),
);
const any = /* @__PURE__ */ perLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' }));
/** Not as units, which Chinese has no sign between. */
const row = /* @__PURE__ */ perLanguage((language) => new Intl.ListFormat(language, { style: 'narrow' }));

/** `a, b, and c`. */
export const formatAll = (items: readonly string[]): string => all().format(items);

/** `a, b and c`, for words without commas of their own. */
export const formatWords = (items: readonly string[]): string => words().format(items);

/** `a, b, or c`. */
export const formatAny = (items: readonly string[]): string => any().format(items);

/** `a or b or c`, for items that may contain commas. */
export const formatChoices = (items: readonly string[]): string =>
  items.reduce((before, item) => any().format([before, item]));

/** `a, b, c`. */
export const formatRow = (items: readonly string[]): string => row().format(items);
