import { Hono } from 'hono';
import {
  approveProductCall,
  correctValuesCall,
  discontinueProductCall,
  listModeratedProductsCall,
  MODERATION_LIMITS,
  type ModeratedProduct,
  rejectProductCall,
  relistProductCall,
} from '@/lib/contract/moderation';
import { correctValues } from '@/server/commands/products/correct-values';
import { approveProduct, rejectProduct } from '@/server/commands/products/decide-product';
import { discontinueProduct, relistProduct } from '@/server/commands/products/discontinue-product';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { memberEndpoint } from '@/server/http/endpoint';
import { readPage } from '@/server/http/page';
import { presentModeratedProduct } from '@/server/presenters/product';
import { listLastRejections } from '@/server/queries/audit-entries';
import {
  findSubmissionById,
  listSubmissionsByStatus,
  type SubmissionRow,
} from '@/server/queries/products/product-edits';
import { countPendingAlternatives } from '@/server/queries/products/alternatives';
import { countPendingProducts } from '@/server/queries/products/submissions';

export const moderationRoutes = new Hono<AppEnv>();

memberEndpoint(moderationRoutes, listModeratedProductsCall, async (c, { query: { status, after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'queue', after, limit: MODERATION_LIMITS.pageSize },
    {
      read: (from) => listSubmissionsByStatus(db, { ...from, status }),
      positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
    },
  );
  return {
    products: await presentRows(c, rows),
    nextCursor,
    pendingCount: await countPendingProducts(db),
    pendingAlternativeCount: await countPendingAlternatives(db, MODERATION_LIMITS.countedPendingMax),
  };
});

memberEndpoint(moderationRoutes, approveProductCall, async (c, { viewer, params, query }) => {
  await approveProduct(c.var.deps, viewer, { ...params, ...query });
  return { product: await readProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, rejectProductCall, async (c, { viewer, params, query, body }) => {
  await rejectProduct(c.var.deps, viewer, { ...params, ...query }, body.reason);
  return { product: await readProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, discontinueProductCall, async (c, { viewer, params, body }) => {
  await discontinueProduct(c.var.deps, viewer, params.id, body);
  return { product: await readProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, relistProductCall, async (c, { viewer, params }) => {
  await relistProduct(c.var.deps, viewer, params.id);
  return { product: await readProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, correctValuesCall, async (c, { viewer, params, body }) => {
  await correctValues(c.var.deps, viewer, params.id, body.fields);
  return { product: await readProduct(c, params.id) };
});

async function readProduct(c: AppContext, id: string): Promise<ModeratedProduct> {
  const { db, env } = c.var.deps;
  const row = await findSubmissionById(db, id);
  const [product] = row ? await presentRows(c, [row]) : [];
  if (!product) throw new ApiError('not_found', `This ${env.siteNoun} no longer exists.`);
  return product;
}

async function presentRows(c: AppContext, rows: readonly SubmissionRow[]): Promise<ModeratedProduct[]> {
  const { db, env } = c.var.deps;
  const rejections = await listLastRejections(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentModeratedProduct(row, rejections.get(row.id), env));
}
