// Apart from the other paths, so that the home page loads nothing of it.
import { joinSlugs } from '@/lib/contract/plain/compared-slugs';
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { productPath } from './paths';

/** The page that compares products. */
export const comparePath = (slugs: readonly string[]) => `/compare/${encodeURIComponent(joinSlugs(slugs))}`;

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
