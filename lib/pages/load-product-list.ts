import { call } from '@/lib/api/http';
import { listFieldsCall } from '@/lib/contract/field';
import type { ProductSort, Submitter, TopPeriod } from '@/lib/contract/product';
import {
  countFiltersCall,
  findOverviewCall,
  type Overview,
  listProductsCall,
} from '@/lib/contract/product-list';
import { type CountedTag, type DescribedTag, findTagCall, listTagsCall } from '@/lib/contract/tag';
import { INDEXED_TAG_PRODUCTS_MIN } from '@/lib/contract/plain/site';
import { TOP_PERIOD_MS } from '@/lib/contract/plain/ranking';
import { encodeQuery } from '@/lib/contract/plain/filters';
import { type FilterPanel, filtersIn, makeFilterPanel } from './filter-panel';
import { loadPage, queryValue } from './load-page';
import { productListPath, type ProductListSpec } from './paths';
import { type ProductSummary, summarizeProduct } from './product-summary';
import { t } from '@/lib/texts/texts';

/** The tag filter shows this many tags, then a link to the page of all tags. */
const FILTER_TAGS_MAX = 8;

const SUBMITTERS_SHOWN_MAX = 5;

/** An even number: as many before the tag as after it. */
const SIBLING_TAGS_MAX = 12;

export type ProductListContent = {
  list: ProductListSpec;
  products: ProductSummary[];
  nextCursor: string | null;
  /** The tag by which the list is filtered. */
  tag: DescribedTag | null;
  /** The tags in demand, including the selected one. None on the page of a tag. */
  filterTags: CountedTag[];
  /** The period of the top list, as instants. Null in the other orders, and for all time. */
  period: { since: string; until: string } | null;
  /** On the page of a tag, the tags with about as many products. */
  siblingTags: CountedTag[];
  /** Null on the page of a tag: there are as many as tags, and each upvote of a top product would outdate all. */
  overview: OverviewContent | null;
  /** Null when the site declares no field to filter by, and on the first page of the home list. */
  panel: FilterPanel | null;
  /** Where the filters are. Every byte of the home page counts, so they are on the next list. */
  filtersLink: { href: string; label: string } | null;
  /** Null if search engines should leave the page out. */
  canonicalPath: string | null;
};

/** What the page shows of the overview, and nothing else: every page carries it twice, as HTML and as data. */
export type OverviewContent = Pick<Overview, 'counts'> & {
  topOfWeek: Pick<ProductSummary, 'slug' | 'name' | 'imageURL' | 'upvoteCount'>[];
  recentSubmitters: Pick<Submitter, 'handle' | 'name' | 'role'>[];
};

type PageQuery = Partial<Record<string, string | string[]>>;

/**
 * Loads one page of a list, its tag and the tags of the filter.
 *
 * @throws ApiFailure `not_found` for an unknown tag, with `fields.movedTo` for one that has another slug now;
 * `bad_request` for an invalid cursor.
 */
export async function loadProductList(
  list: { sort: ProductSort; period?: TopPeriod; isTagPage?: boolean },
  query: PageQuery,
): Promise<ProductListContent> {
  const slug = queryValue(list.isTagPage ? query.slug : query.tag);
  const after = queryValue(query.after);
  const declared = (await call(listFieldsCall)).fields;
  const fields = declared.flatMap(({ filter, ...field }) => (filter ? { ...field, filter } : []));
  const filters = filtersIn(fields, query);
  // Next rejects props that are `undefined`.
  const spec = { ...list, ...(slug && { tag: slug }), ...(filters && { filters }), ...(after && { after }) };
  const isHome = productListPath(spec) === '/';
  const [page, overview, found, all, counts] = await Promise.all([
    call(listProductsCall, { query: { sort: list.sort, period: list.period, tag: slug, filters, after } }),
    list.isTagPage ? null : call(findOverviewCall),
    slug ? call(findTagCall, { params: { slug } }) : null,
    slug && list.isTagPage ? call(listTagsCall) : null,
    fields.length > 0 && !isHome ? call(countFiltersCall, { query: { tag: slug, filters } }) : null,
  ]);
  const tag = found?.tag ?? null;
  const tags = all?.tags ?? [];
  const panel =
    counts &&
    makeFilterPanel(fields, counts, {
      filters,
      pathWith: (changed) => productListPath({ ...spec, filters: changed, after: undefined }),
    });
  const hasFilters = panel ? panel.sections.length > 0 : fields.length > 0;
  const activeCount = panel?.active.length ?? 0;
  // Search engines would follow any number of combinations.
  const isIndexed =
    activeCount === 0 || (panel?.isIndexed && list.sort !== 'top' && page.products.length > 0);
  const isThin = tag !== null && tag.productCount < INDEXED_TAG_PRODUCTS_MIN;

  return {
    list: spec,
    products: page.products.map(summarizeProduct),
    nextCursor: page.nextCursor,
    tag,
    period: list.sort === 'top' ? periodUntilNow(list.period ?? 'all') : null,
    filterTags: overview ? pickFilterTags(overview.tags, tag) : [],
    siblingTags: tag && list.isTagPage ? pickSiblings(tags, tag) : [],
    overview: overview && summarizeOverview(overview),
    panel,
    filtersLink: hasFilters
      ? {
          href: `${isHome ? productListPath({ sort: 'new' }) : ''}#filters`,
          label:
            activeCount > 0
              ? t('filters.linkWithCount', 'Filters ({count})' /* a link */, { count: activeCount })
              : t('list.filters', 'Filters' /* a link */),
        }
      : null,
    // A list filtered by a tag has the same content as the tag's own page.
    canonicalPath:
      isIndexed && !isThin ? productListPath({ ...spec, isTagPage: spec.tag !== undefined }) : null,
  };
}

/** Loads the page of a list. A tag that has another slug now leads to the same list of that tag. */
export const loadProductListPage = (
  response: Parameters<typeof loadPage>[0],
  list: Parameters<typeof loadProductList>[0],
  query: PageQuery,
) =>
  loadPage(
    response,
    () => loadProductList(list, query),
    (tag) => {
      const { slug: _, tag: __, sort: ___, period: ____, after, ...filters } = query;
      const given = Object.entries(filters).flatMap(([key, values]) =>
        [values ?? []].flat().map((value): [string, string] => [key, value]),
      );
      return productListPath({
        ...list,
        tag,
        filters: encodeQuery(given) || undefined,
        after: queryValue(after),
      });
    },
  );

const summarizeOverview = ({ topOfWeek, recentSubmitters, counts }: Overview): OverviewContent => ({
  counts,
  topOfWeek: topOfWeek.map((product) => {
    const { slug, name, imageURL, upvoteCount } = summarizeProduct(product);
    return { slug, name, ...(imageURL !== undefined && { imageURL }), upvoteCount };
  }),
  recentSubmitters: recentSubmitters
    .slice(0, SUBMITTERS_SHOWN_MAX)
    .map(({ handle, name, role }) => ({ handle, name, ...(role && { role }) })),
});

/** The tags before and after this one in the order of their number of products. */
function pickSiblings(tags: CountedTag[], { slug }: CountedTag): CountedTag[] {
  const others = tags.filter((tag) => tag.slug !== slug);
  const place = tags.findIndex((tag) => tag.slug === slug);
  const first = Math.max(0, Math.min(place - SIBLING_TAGS_MAX / 2, others.length - SIBLING_TAGS_MAX));
  return others.slice(first, first + SIBLING_TAGS_MAX);
}

function periodUntilNow(period: TopPeriod): ProductListContent['period'] {
  const now = Date.now();
  if (period === 'all') return null;
  return {
    since: new Date(now - TOP_PERIOD_MS[period]).toISOString(),
    until: new Date(now).toISOString(),
  };
}

function pickFilterTags(tags: CountedTag[], selected: CountedTag | null): CountedTag[] {
  const inDemand = tags.slice(0, FILTER_TAGS_MAX);
  return !selected || inDemand.some(({ slug }) => slug === selected.slug)
    ? inDemand
    : [selected, ...inDemand.slice(0, -1)];
}
