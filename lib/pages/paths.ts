import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import {
  type Mark,
  MARKS_PER_SHEET,
  markSheetURL,
  markURL as markURLOn,
  tileURL as tileURLOn,
} from '@/lib/contract/plain/image-url';
import { productPathFor, type SearchOrder } from '@/lib/contract/plain/site';
import { type Filter, writeFilters } from '@/lib/contract/plain/filters';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { env } from '@/lib/env';
import { site } from '@/lib/site';

export type ProductListSpec = {
  sort: ProductSort;
  /** The period of the top list; all time if left out. */
  period?: TopPeriod;
  tag?: string;
  /** The filters by declared fields, as `writeFilters` writes them. */
  filters?: string;
  /** The list is on the tag's own page, not a filtered list of the site. */
  isTagPage?: boolean;
  after?: string;
};

export const productPath = (slug: string) => productPathFor(site.noun, slug);

/** The rule of the ranking, and why a product stands where it does. */
export const rankingPath = (slug: string) => `/ranking?of=${encodeURIComponent(slug)}`;

/** The tag's own page in hot order. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`;

export function productListPath({
  sort,
  period = 'all',
  tag,
  isTagPage,
  filters,
  after,
}: ProductListSpec): string {
  const path = { hot: '/', new: '/new', top: `/top/${period}` }[sort];
  const list =
    isTagPage && tag
      ? withQuery(tagPath(tag), {
          sort: sort === 'hot' ? undefined : sort,
          period: sort === 'top' ? period : undefined,
        })
      : withQuery(path, { tag });
  return [filters, after && `after=${encodeURIComponent(after)}`].reduce<string>(
    (url, part) => (part ? `${url}${url.includes('?') ? '&' : '?'}${part}` : url),
    list,
  );
}

/**
 * The page to submit a product.
 *
 * @param known what is known of it: its URL, or else its name.
 */
export const submitPath = (known = '') =>
  withQuery('/account/submit', {
    [/^https?:\/\//i.test(known) ? 'url' : 'name']: known.trim() || undefined,
  });

export const profilePath = (handle: string, { after }: { after?: string } = {}) =>
  withQuery(`/u/${encodeURIComponent(handle)}`, { after });

/** Which results, as the URL of their page says. */
export type SearchSpec = {
  query: string;
  /** The name or slug of a tag. */
  tag?: string;
  filters?: readonly Filter[];
  order?: SearchOrder;
  /** Counted from 1. */
  page?: number;
};

export function searchPath(
  query: string,
  { tag, filters = [], order = 'best', page = 1 }: Omit<Partial<SearchSpec>, 'query'> = {},
): string {
  const path = withQuery('/search', {
    q: query,
    tag,
    order: order === 'best' ? undefined : order,
    page: page > 1 ? page : undefined,
  });
  return filters.length > 0 ? `${path}&${writeFilters(filters)}` : path;
}

export const tileURL = (name: string) => tileURLOn(name, env.serverURL || '/api');

/** The URL of a file that has only the mark of this product. */
export const markURL = (mark: Mark) => markURLOn(mark, env.serverURL || '/api');

/** The URLs of a list's marks. Products share one file with their neighbors, which saves requests. */
export function listMarkURLs(marks: readonly Mark[]): string[] {
  const urls: string[] = [];
  for (let start = 0; start < marks.length; start += MARKS_PER_SHEET) {
    const neighbors = marks.slice(start, start + MARKS_PER_SHEET);
    const sheet = markSheetURL(neighbors, env.serverURL || '/api');
    urls.push(...neighbors.map((_, index) => `${sheet}#m${index}`));
  }
  return urls;
}

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size ? `${path}?${query.toString()}` : path;
}

/** A link as it was typed, with those characters escaped that a URL may not contain. */
export const escapeURL = (url: string) => (canParseURL(url) ? new URL(url).href : url);

/**
 * `example.com` for `https://www.example.com/app`. Returns text that is not a URL unchanged.
 *
 * @param host the host in its own letters, where the server has found that these are safe.
 */
export const hostOf = ({ url, host }: { url: string; host?: string }) =>
  host ?? (canParseURL(url) ? new URL(url).host.replace(/^www\./, '') : url);
