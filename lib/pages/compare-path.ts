// Apart from the other paths, so that the home page loads nothing of it.
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { productPath } from './paths';

const SEPARATOR = 'vs';

/**
 * The page that compares products. One path for each set of products: the slugs are in alphabetical order. The word `vs`
 * separates them, so a slug that contains that word has a second hyphen before it. No slug has two hyphens in a row.
 */
export const comparePath = (slugs: readonly string[]) => `/compare/${encodeURIComponent(joinSlugs(slugs))}`;

export const joinSlugs = (slugs: readonly string[]) =>
  slugs
    .toSorted()
    .map((slug) => wordsOf(slug).join('-'))
    .join(`-${SEPARATOR}-`);

const wordsOf = (slug: string) =>
  slug.split('-').map((word) => (word === SEPARATOR ? `-${SEPARATOR}` : word));

/** The slugs of a path, each once. As tolerant as possible: what is no path of ours leads to one. */
export function splitSlugs(joined: string): string[] {
  const slugs: string[][] = [[]];
  let isWord = false;
  for (const part of joined.split('-')) {
    if (part === SEPARATOR && !isWord) slugs.push([]);
    else if (part !== '') slugs.at(-1)?.push(part);
    isWord = part === '';
  }
  return [...new Set(slugs.map((words) => words.join('-')).filter(Boolean))];
}

/** The form that asks what to compare, with these products filled in. */
export function compareFormPath(slugs: readonly string[]): string {
  const query = new URLSearchParams(
    slugs.slice(0, COMPARED_MAX).map((slug, index) => [COMPARE_FIELDS[index] ?? '', slug]),
  );
  // Otherwise, two products would lead back to their comparison.
  if (query.size > 1) query.set('more', '1');
  return query.size > 0 ? `/compare?${query.toString()}` : '/compare';
}

/** The query parameters of the form. */
export const COMPARE_FIELDS = ['a', 'b', 'c', 'd'] as const;

/** Where a comparison of fewer products leads. */
export const comparePathWithout = (slugs: readonly string[], left: string) => {
  const rest = slugs.filter((slug) => slug !== left);
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? productPath(only) : comparePath(rest);
};
