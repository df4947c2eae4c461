const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A letter piled with marks is cut down to its first character beyond this. UTF-16 units. */
const GRAPHEME_UNITS_MAX = 16;

/** Scripts whose letters stand alone. In the others a second letter would join or change the first. */
const standsAlone = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Number}]/u;

/**
 * The one or two graphemes that stand for a name, in the case it is written in: `npm` is np, `GitHub` GH,
 * `Visual Studio Code` VS. A name without a letter or number gives its first sign.
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

/** Without what XML cannot carry, and no longer than initials need. */
const printable = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}/gu, '');

/** Split at spaces and dashes, and where a capital follows a small letter; never at a dot, as in `Next.js`. */
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

/** `É` as `E`: the outlines have no accents. */
function plain(grapheme: string): string {
  const base = grapheme.normalize('NFD').charAt(0);
  return /[A-Za-z]/.test(base) ? base : grapheme;
}
