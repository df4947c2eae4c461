import { ApiFailure } from '@/lib/api/http';
import { listProducts } from '@/lib/api/products';
import { listTags } from '@/lib/api/tags';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { queryValue } from './load-page';
import type { ProductListSpec } from './paths';
import { type ProductSummary, summarizeProduct } from './product-summary';

/** The tag filter shows this many tags, then a link to the page of all tags. */
const FILTER_TAGS_MAX = 8;

export type ProductListContent = {
  list: ProductListSpec;
  products: ProductSummary[];
  nextCursor: string | null;
  /** The tag by which the list is filtered. */
  tag: CountedTag | null;
  /** The most used tags, including the selected one. */
  filterTags: CountedTag[];
};

type PageQuery = Partial<Record<string, string | string[]>>;

/**
 * Loads one page of a list, its tag and the tags of the filter.
 *
 * @throws ApiFailure `not_found` for an unknown tag, `bad_request` for an invalid cursor.
 */
export async function loadProductList(
  list: { sort: ProductSort; period?: TopPeriod; isTagPage?: boolean },
  query: PageQuery,
): Promise<ProductListContent> {
  const slug = queryValue(list.isTagPage ? query.slug : query.tag);
  const after = queryValue(query.after);
  const [page, tags] = await Promise.all([
    listProducts({ sort: list.sort, period: list.period, tag: slug, after }),
    listTags(),
  ]);
  const tag = tags.find((known) => known.slug === slug) ?? null;
  if (slug && !tag) throw new ApiFailure('not_found', 'No such tag.');

  return {
    // Next rejects props that are `undefined`.
    list: { ...list, ...(slug && { tag: slug }), ...(after && { after }) },
    products: page.products.map(summarizeProduct),
    nextCursor: page.nextCursor,
    tag,
    filterTags: pickFilterTags(tags, tag),
  };
}

function pickFilterTags(tags: CountedTag[], selected: CountedTag | null): CountedTag[] {
  const mostUsed = tags.slice(0, FILTER_TAGS_MAX);
  return !selected || mostUsed.some(({ slug }) => slug === selected.slug)
    ? mostUsed
    : [selected, ...mostUsed.slice(0, -1)];
}
