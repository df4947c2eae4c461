import { Hono } from 'hono';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import {
  findProductCall,
  listProductsCall,
  listRelatedProductsCall,
  PRODUCT_LIMITS,
  type ProductListQuery,
  type TopPeriod,
} from '@/lib/contract/product';
import { listTagsCall } from '@/lib/contract/tag';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { endpoint } from '@/server/http/endpoint';
import { addSources, shownProducts } from '@/server/http/public-changes';
import { readPage } from '@/server/http/page';
import { findViewer, readAccessToken } from '@/server/http/authenticate';
import { canOpenProduct } from '@/server/policies/product';
import { presentListedProduct, presentProduct } from '@/server/presenters/product';
import {
  listApprovedProducts,
  listRelatedProducts,
  positionInOrder,
} from '@/server/queries/products/product-listings';
import { findProductBySlug, type ProductPosition, type ProductRow } from '@/server/queries/products/products';
import { findTagBySlug, listTagSlugsOfProduct, listUsedTags } from '@/server/queries/products/tags';

const PERIOD_MS: Record<Exclude<TopPeriod, 'all'>, number> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};

/** Answers without a token are the same for everyone. */
const hasNoToken = (c: AppContext) => readAccessToken(c) === undefined;

export const productRoutes = new Hono<AppEnv>();

endpoint(
  productRoutes,
  listProductsCall,
  async (c, { query }) => {
    const { db, env, now, cursorSigner: signer } = c.var.deps;
    const tagId = query.tag === undefined ? undefined : (await requireTag(c, query.tag)).id;
    let firstPosition: ProductPosition | undefined;
    const { rows, nextCursor } = await readPage(
      { signer, list: query.sort, after: query.after, limit: query.limit, since: periodStart(c, query) },
      {
        read: ({ since, ...from }) => {
          firstPosition = from.after;
          const period = since && { since, until: now() };
          return listApprovedProducts(db, { ...from, sort: query.sort, tagId, period });
        },
        positionOf: (row) => positionInOrder(row, query.sort),
      },
    );
    const last = rows.at(-1);
    addSources({
      ...shownProducts(rows),
      lists: [
        {
          sort: query.sort,
          tag: query.tag,
          highest: numberOf(firstPosition),
          lowest: nextCursor !== null && last ? numberOf(positionInOrder(last, query.sort)) : undefined,
        },
      ],
      maxAgeMs: query.sort === 'top' && query.period !== 'all' ? MINUTE_MS : Infinity,
    });
    return { products: rows.map((row) => presentListedProduct(row, env)), nextCursor };
  },
  { isPublic: true },
);

endpoint(
  productRoutes,
  findProductCall,
  async (c, { params }) => {
    const row = await requireVisibleProduct(c, params.slug);
    addSources(shownProducts([row]));
    return { product: presentProduct(row, c.var.deps.env) };
  },
  { isPublic: hasNoToken },
);

endpoint(
  productRoutes,
  listRelatedProductsCall,
  async (c, { params }) => {
    const { db, env } = c.var.deps;
    const { slug } = params;
    const seen = hasNoToken(c) ? undefined : await requireVisibleProduct(c, slug);
    const status = seen?.status ?? 'approved';
    const rows = await listRelatedProducts(db, { slug, status, limit: PRODUCT_LIMITS.relatedMax });
    // A visitor's list is empty for a product without relatives, too: only then a second statement finds out why.
    if (rows.length === 0 && !seen) await requireVisibleProduct(c, slug);
    addSources({
      ...shownProducts(rows),
      related: [
        {
          tags: await listTagSlugsOfProduct(db, slug),
          lowest:
            rows.length < PRODUCT_LIMITS.relatedMax
              ? undefined
              : Math.min(...rows.map(({ hot }) => hot ?? 0)),
        },
      ],
    });
    return { products: rows.map((row) => presentListedProduct(row, env)) };
  },
  { isPublic: hasNoToken },
);

endpoint(
  productRoutes,
  listTagsCall,
  async (c) => {
    addSources({ isFromTags: true });
    return { tags: await listUsedTags(c.var.deps.db) };
  },
  { isPublic: true },
);

/** The value of a position by which upvotes move products. */
const numberOf = (position: ProductPosition | undefined) =>
  typeof position?.value === 'number' ? position.value : undefined;

/** The start of the period. Later pages take it from their cursors, so that the list does not change with the clock. */
function periodStart(c: AppContext, { sort, period }: ProductListQuery): Date | undefined {
  if (sort !== 'top' || period === 'all') return undefined;
  return new Date(c.var.deps.now().getTime() - PERIOD_MS[period]);
}

async function requireTag(c: AppContext, slug: string) {
  const tag = await findTagBySlug(c.var.deps.db, slug);
  if (!tag) throw new ApiError('not_found', "This tag doesn't exist.", { fields: { tag: 'No such tag.' } });
  return tag;
}

/**
 * An approved product; with a session token also a pending or rejected product of the viewer, and any for moderators.
 *
 * @throws ApiError `not_found`, with the present slug in `fields.movedTo` for a former one; `gone` when it was removed.
 */
async function requireVisibleProduct(c: AppContext, slug: string): Promise<ProductRow> {
  const { db, env } = c.var.deps;
  const row = await findProductBySlug(db, slug);
  if (row?.status === 'removed') throw new ApiError('gone', `This ${env.siteNoun} was removed.`);
  const viewer = row && row.status !== 'approved' ? await findViewer(c) : undefined;
  if (!row || !canOpenProduct(viewer, row)) {
    throw new ApiError('not_found', `This ${env.siteNoun} doesn't exist.`);
  }
  if (row.slug !== slug) {
    throw new ApiError('not_found', `This ${env.siteNoun} has moved.`, { fields: { movedTo: row.slug } });
  }
  return row;
}
