import { createHash } from 'node:crypto';
import { cutChars } from '@/lib/contract/plain/text';

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

/** The slug that is wanted, if there is one. */
type Named = { slug?: string | undefined; name: string; url: string; canonicalURL: string };

const SUFFIX_MAX = 9;

/** Lists the slugs that a product may get, best first: the wanted one, the name, the name with a number, the name with a hash of the URL. */
export function slugCandidates({ slug, name, url, canonicalURL }: Named): string[] {
  const base = slugify(name) || slugify(new URL(url).hostname.replace(/^www\./, '')) || 'product';
  const numbered = Array.from({ length: SUFFIX_MAX - 1 }, (_, index) => `${base}-${index + 2}`);
  const digest = createHash('sha256').update(canonicalURL).digest('hex').slice(0, 12);
  return [...(slug === undefined ? [] : [slug]), base, ...numbered, `${base}-${digest}`];
}

/** Assigns each product its best slug that is neither taken nor assigned to an earlier product of the list. */
export function assignSlugs<T extends Named>(
  products: readonly T[],
  taken: ReadonlySet<string>,
): (T & { slug: string })[] {
  const used = new Set(taken);
  return products.map((product) => {
    const candidates = slugCandidates(product);
    const slug =
      candidates.find((candidate) => !used.has(candidate)) ?? `${candidates.at(-1) ?? ''}-${used.size}`;
    used.add(slug);
    return { ...product, slug };
  });
}
