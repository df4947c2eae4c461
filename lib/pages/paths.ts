import { tileURL as tileURLOn } from '@/lib/contract/plain/image-url';
import { productPathFor } from '@/lib/contract/plain/site';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { env } from '@/lib/env';
import { site } from '@/lib/site';

/** A list of products as its address tells it. */
export type ProductListAddress = {
  sort: ProductSort;
  /** Of the top list; the whole time when left out. */
  period?: TopPeriod;
  tag?: string;
  /** On the tag's own page rather than as a filter on the site's lists. */
  isTagPage?: boolean;
  /** The cursor of a further page. */
  after?: string;
  /** The rank that the first product of a further page has; only for display. */
  from?: number;
};

export const productPath = (slug: string) => productPathFor(site.noun, slug);

/** The tag's own page in hot order. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`;

export function productListPath({
  sort,
  period = 'all',
  tag,
  isTagPage,
  after,
  from,
}: ProductListAddress): string {
  if (isTagPage && tag) {
    return withQuery(tagPath(tag), {
      sort: sort === 'hot' ? undefined : sort,
      period: sort === 'top' ? period : undefined,
      after,
      from,
    });
  }
  const path = { hot: '/', new: '/new', top: `/top/${period}` }[sort];
  return withQuery(path, { tag, after, from });
}

/** A member's public page. */
export const profilePath = (handle: string, { after }: { after?: string } = {}) =>
  withQuery(`/u/${encodeURIComponent(handle)}`, { after });

/** @param page counted from 1. */
export const searchPath = (query: string, { tag, page = 1 }: { tag?: string; page?: number } = {}) =>
  withQuery('/search', { q: query, tag, page: page > 1 ? page : undefined });

/** The picture that the product server draws from a name. */
export const tileURL = (name: string) => tileURLOn(name, env.serverURL || '/api');

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size ? `${path}?${query.toString()}` : path;
}
