import { cutChars } from '@/lib/contract/plain/chars';

/** Maximum length, in characters. Leaves room for a suffix within what an address bar shows. */
const SLUG_CHARS_MAX = 80;

/** Letters that Unicode does not decompose into a Latin letter and an accent. */
const LATIN_LETTERS = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['µ', 'u'],
  ['μ', 'u'],
]);

/**
 * Turns a name into a URL segment: lower case, Latin letters without accents, other scripts unchanged. Names that
 * differ only in significant signs stay distinct: C, C++ and C#.
 *
 * @returns an empty string if no character of the name can be part of a URL segment.
 */
export function slugify(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll('’', '')
    .replaceAll('&', ' and ')
    .replace(/(?<=\p{L})\+\+/gu, ' plus plus')
    .replace(/(?<=\p{L})\+/gu, ' plus')
    .replace(/(?<=\p{L})#/gu, ' sharp')
    .replace(/[^\p{ASCII}]/gu, (letter) => LATIN_LETTERS.get(letter) ?? letter)
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{Mn}+/gu, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return cutAtHyphen(words);
}

function cutAtHyphen(slug: string): string {
  const cut = cutChars(slug, SLUG_CHARS_MAX);
  if (cut === slug) return slug;
  const hyphen = cut.lastIndexOf('-');
  return hyphen > SLUG_CHARS_MAX / 2 ? cut.slice(0, hyphen) : cut;
}
