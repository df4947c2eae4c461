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

/** How wide and high the card for other sites is if nothing is asked for, in CSS pixels. It fits 200 to 600 px. */
export const EMBED_SIZE = { width: 480, height: 152 } as const;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

type Frame = { src: string; title: string; width?: number; height?: number };

/** The frame that shows the card of a product on other sites. Its links open in new tabs. */
export const embedHTML = ({
  src,
  title,
  width = EMBED_SIZE.width,
  height = EMBED_SIZE.height,
}: Frame): string =>
  `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="${width}" height="${height}" ` +
  'loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>';
