import { TILES_PER_SHEET, tileSheetURL, tileURL as tileURLOn } from '@/lib/contract/plain/image-url';
import { productPathFor } from '@/lib/contract/plain/site';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { env } from '@/lib/env';
import { site } from '@/lib/site';

/** Which list of products, as its URL says. */
export type ProductListSpec = {
  sort: ProductSort;
  /** The period of the top list; all time if left out. */
  period?: TopPeriod;
  tag?: string;
  /** The list is on the tag's own page, not a filtered list of the site. */
  isTagPage?: boolean;
  /** The cursor of a page after the first one. */
  after?: string;
};

export const productPath = (slug: string) => productPathFor(site.noun, slug);

/** The tag's own page in hot order. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`;

export function productListPath({ sort, period = 'all', tag, isTagPage, after }: ProductListSpec): string {
  if (isTagPage && tag) {
    return withQuery(tagPath(tag), {
      sort: sort === 'hot' ? undefined : sort,
      period: sort === 'top' ? period : undefined,
      after,
    });
  }
  const path = { hot: '/', new: '/new', top: `/top/${period}` }[sort];
  return withQuery(path, { tag, after });
}

/** A member's public page. */
export const profilePath = (handle: string, { after }: { after?: string } = {}) =>
  withQuery(`/u/${encodeURIComponent(handle)}`, { after });

/** @param page counted from 1. */
export const searchPath = (query: string, { tag, page = 1 }: { tag?: string; page?: number } = {}) =>
  withQuery('/search', { q: query, tag, page: page > 1 ? page : undefined });

/** The picture that the product server draws from a name. */
export const tileURL = (name: string) => tileURLOn(name, env.serverURL || '/api');

/**
 * The URLs of a list's images. Products with a tile share one file with their neighbors, which saves requests.
 *
 * @param products without an `imageURL`, or with that of their tile, they have a tile.
 */
export function listImageURLs(products: readonly { name: string; imageURL?: string }[]): string[] {
  const urls: string[] = [];
  for (let start = 0; start < products.length; start += TILES_PER_SHEET) {
    const neighbors = products
      .slice(start, start + TILES_PER_SHEET)
      .map(({ name, imageURL = tileURL(name) }) => ({ name, imageURL, hasTile: imageURL === tileURL(name) }));
    const names = neighbors.filter(({ hasTile }) => hasTile).map(({ name }) => name);
    const sheet = tileSheetURL(names, env.serverURL || '/api');
    for (const { name, imageURL, hasTile } of neighbors) {
      urls.push(hasTile ? `${sheet}#${names.indexOf(name)}` : imageURL);
    }
  }
  return urls;
}

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size ? `${path}?${query.toString()}` : path;
}
