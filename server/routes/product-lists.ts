import { Hono } from 'hono';
import { productOrders } from '@/server/queries/products/products';
import {
  countFiltersCall,
  type ListConditionsQuery,
  listProductsCall,
  type ProductListQuery,
} from '@/lib/contract/product-list';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { readFilterQuery } from '@/lib/contract/plain/filters';
import { TOP_PERIOD_MS } from '@/lib/contract/plain/ranking';
import type { AppContext, AppEnv } from '@/server/context';
import { filterFieldsOf } from '@/server/fields/field';
import { requireSubject, queryWithTag, requireTag } from '@/server/http/list-subjects';
import { endpoint } from '@/server/http/endpoint';
import { readPage } from '@/server/http/page';
import { addSources } from '@/server/http/public-changes';
import { shownProducts } from '@/server/http/sources';
import { FILTERED_ALTERNATIVES_MAX, listAlternatives } from '@/server/queries/products/alternatives';
import { countFilters } from '@/server/queries/products/filter-counts';
import { readApprovedProducts } from '@/server/queries/products/product-listings';
import { findListFilter } from '@/server/queries/products/product-terms';
import type { ListPosition } from '@/server/queries/list-order';
import { presentListedProducts } from './shown-products';

export const productListRoutes = new Hono<AppEnv>();

endpoint(
  productListRoutes,
  listProductsCall,
  async (c, { query }) => {
    const { db, now } = c.var.deps;
    const { tagId, filter } = await readConditions(c, query);
    let first: ListPosition | undefined;
    let walkedTo: ListPosition | undefined;
    const order = productOrders[query.sort];
    const { rows, nextCursor } = await readPage(
      c,
      order,
      { after: query.after, limit: query.limit, since: periodStart(c, query) },
      async ({ since, ...from }) => {
        first = from.after;
        if (!filter) return [];
        const period = since && { since, until: now() };
        const page = await readApprovedProducts(db, { ...from, sort: query.sort, tagId, filter, period });
        walkedTo = page.walkedTo;
        return page.rows;
      },
      () => walkedTo,
    );
    const last = rows.at(-1);
    const end = walkedTo ?? (nextCursor !== null && last ? order.positionOf(last) : undefined);
    addSources({
      ...shownProducts(rows),
      lists: [{ sort: query.sort, tag: query.tag, highest: numberOf(first), lowest: numberOf(end) }],
      maxAgeMs: query.sort === 'top' && query.period !== 'all' ? MINUTE_MS : Infinity,
    });
    return { products: await presentListedProducts(c, rows), nextCursor };
  },
  { isPublic: true },
);

endpoint(
  productListRoutes,
  countFiltersCall,
  async (c, { query }) => {
    const { db, env } = c.var.deps;
    const fields = filterFieldsOf(env.fields);
    const conditions = await readConditions(c, query);
    if (query.alternativesTo !== undefined) {
      const subject = await requireSubject(c, query.alternativesTo);
      const pairs = await listAlternatives(db, { productId: subject.id, limit: FILTERED_ALTERNATIVES_MAX });
      const productIds = pairs.map(({ productId }) => productId);
      addSources({ products: new Set([subject.id, ...productIds]) });
      return countFilters(db, fields, { ...conditions, productIds });
    }
    addSources({ lists: [{ sort: 'new', tag: query.tag }], isFromTags: true });
    return countFilters(db, fields, conditions);
  },
  { isPublic: true },
);

/** The value of a position by which upvotes move products. */
const numberOf = (position: ListPosition | undefined) =>
  typeof position?.value === 'number' ? position.value : undefined;

/** The start of the period. Later pages take it from their cursors, so that the list does not change with the clock. */
function periodStart(c: AppContext, { sort, period }: ProductListQuery): Date | undefined {
  if (sort !== 'top' || period === 'all') return undefined;
  return new Date(c.var.deps.now().getTime() - TOP_PERIOD_MS[period]);
}

/** @returns filter undefined when no product can match. */
async function readConditions(c: AppContext, { tag, filters }: ListConditionsQuery) {
  const { db, env } = c.var.deps;
  const tagId =
    tag === undefined ? undefined : (await requireTag(c, tag, (slug) => queryWithTag(c, slug))).id;
  const read = readFilterQuery(filterFieldsOf(env.fields), filters);
  return { tagId, filters: read, filter: await findListFilter(db, read) };
}
