const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A longer grapheme, such as a letter with many combining marks, is cut to its first character. In UTF-16 units. */
const GRAPHEME_UNITS_MAX = 16;

/** Scripts whose letters are written separately. In other scripts a second letter would join or change the first. */
const standsAlone = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Number}]/u;

/**
 * Returns the initials of a name, one or two graphemes in their original case: `np` for npm, `GH` for GitHub, `VS` for
 * Visual Studio Code. A name without a letter or number gives its first sign.
 */
export function tileInitials(name: string): readonly string[] {
  const text = printable(name);
  const [first, second] = words(text);
  if (!first) return [firstGrapheme(text) || '•'];

  const initial = plain(firstGrapheme(first));
  if (!standsAlone.test(initial)) return [initial];
  const next = plain(firstGrapheme(second ?? first.slice(firstGrapheme(first).length)));
  return standsAlone.test(next) ? [initial, next] : [initial];
}

/** Removes characters that XML does not allow, and cuts the name to the length that initials need. */
const printable = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}/gu, '');

/** Splits at spaces and dashes, and before a capital that follows a small letter; never at a dot, as in `Next.js`. */
const words = (text: string) =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s\-_/:+&·|–—]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, ''))
    .filter(Boolean);

function firstGrapheme(text: string): string {
  const [first] = graphemes.segment(text);
  if (!first) return '';
  return first.segment.length > GRAPHEME_UNITS_MAX
    ? String.fromCodePoint(first.segment.codePointAt(0) ?? 0x2022)
    : first.segment;
}

/** Replaces `É` by `E`, because the outlines have no accents. */
function plain(grapheme: string): string {
  const base = grapheme.normalize('NFD').charAt(0);
  return /[A-Za-z]/.test(base) ? base : grapheme;
}
