/**
 * The configured noun as part of a URL and as the prefix of the search index: lower case, words joined by hyphens.
 * Without zod, as is this whole file: every page of the site loads it.
 * `"Component library"` becomes `component-library`.
 */
export function nounSlug(noun: string): string {
  return noun
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Where a sign-in leads when no other destination was intended. */
export const DEFAULT_DESTINATION = '/account/bookmarks';

export const searchIndexName = (noun: string) => `${nounSlug(noun)}-fyi`;

/** The path of a product's page, for links, search hits, feeds and redirects. */
export const productPathFor = (noun: string, slug: string) =>
  `/${nounSlug(noun)}/${encodeURIComponent(slug)}`;
