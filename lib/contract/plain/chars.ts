const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/**
 * The length of a text in characters, the unit of every limit named `…Chars…`: Unicode code points, where a lone
 * surrogate is one. zod's `minLength` and `maxLength` and PostgreSQL's `char_length` measure the same length.
 * JavaScript's `length` and HTML's `maxlength` count UTF-16 units and don't fit these limits.
 */
export function countChars(text: string): number {
  return text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
}

/** The first characters of a text. Never splits a surrogate pair. */
export function cutChars(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return Array.from(text.slice(0, 2 * charsMax))
    .slice(0, charsMax)
    .join('');
}

/** Removes what must not end a text that goes on with an ellipsis: spaces, separators and opening brackets or quotes. */
export const trimDangling = (text: string): string => text.replace(/[\s.,;:·|–—‐‑([{“‘„«-]+$/u, '');
