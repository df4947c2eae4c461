/**
 * The configured noun as part of an address and as the search index's prefix: lower case, words joined by hyphens.
 * `"Component library"` becomes `component-library`.
 */
export function nounSlug(noun: string): string {
  return noun
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Where a member goes after signing in, when nothing else was intended. */
export const DEFAULT_DESTINATION = '/account/bookmarks';

export const searchIndexName = (noun: string) => `${nounSlug(noun)}-fyi`;

/** The path of a product's page; the same in links, search hits, feeds and redirects. */
export const productPathFor = (noun: string, slug: string) =>
  `/${nounSlug(noun)}/${encodeURIComponent(slug)}`;
