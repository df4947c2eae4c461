import { Hono } from 'hono';
import { DAY_MS } from '@/lib/contract/plain/durations';
import {
  listMergesCall,
  type Merge,
  MERGE_LIMITS,
  mergeProductCall,
  previewMergeCall,
  undoMergeCall,
} from '@/lib/contract/merge';
import type { ProductReference } from '@/lib/contract/product-reference';
import { mergeProduct, previewMerge, undoMerge } from '@/server/commands/products/merge-products';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import type { Viewer } from '@/server/policies/viewer';
import { presentProductReference } from '@/server/presenters/product';
import { findMerge, listMerges } from '@/server/queries/products/product-merges';
import { listProductsById } from '@/server/queries/products/products';

export const mergeRoutes = new Hono<AppEnv>();

memberEndpoint(mergeRoutes, previewMergeCall, async (c, { viewer, params: { id }, query: { intoId } }) => {
  const counts = await previewMerge(c.var.deps, { id, intoId });
  const referTo = await readReferences(c, viewer, [id, intoId]);
  return { source: referTo(id), target: referTo(intoId), ...counts };
});

memberEndpoint(mergeRoutes, mergeProductCall, async (c, { viewer, params: { id }, body: { intoId } }) => {
  const mergeId = await mergeProduct(c.var.deps, viewer, { id, intoId });
  const row = await findMerge(c.var.deps.db, mergeId);
  const [merge] = row ? await presentMerges(c, viewer, [row]) : [];
  if (!merge) throw new ApiError('conflict', 'The merge was undone already.');
  return { merge };
});

memberEndpoint(mergeRoutes, listMergesCall, async (c, { viewer, query: { after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'merges', after, limit: MERGE_LIMITS.pageSize },
    {
      read: (from) => listMerges(db, from),
      positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
    },
  );
  return { merges: await presentMerges(c, viewer, rows), nextCursor };
});

memberEndpoint(mergeRoutes, undoMergeCall, async (c, { viewer, params: { id } }) => {
  await undoMerge(c.var.deps, viewer, id);
  return {};
});

async function presentMerges(
  c: AppContext,
  viewer: Viewer,
  rows: Awaited<ReturnType<typeof listMerges>>,
): Promise<Merge[]> {
  const referTo = await readReferences(
    c,
    viewer,
    rows.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
  );
  return rows.map(({ sourceId, targetId, createdAt, ...row }) => ({
    ...row,
    source: referTo(sourceId),
    target: referTo(targetId),
    createdAt: createdAt.toISOString(),
    undoableUntil: new Date(createdAt.getTime() + MERGE_LIMITS.undoDays * DAY_MS).toISOString(),
  }));
}

async function readReferences(c: AppContext, viewer: Viewer, ids: readonly string[]) {
  const { db, env } = c.var.deps;
  const rows = await listProductsById(db, ids);
  const references = new Map(
    rows.map((row) => [row.id, presentProductReference(row, { ...env, viewerId: viewer.userId })]),
  );
  return (id: string): ProductReference => {
    const found = references.get(id);
    if (!found) throw new ApiError('not_found', `This ${env.siteNoun} no longer exists.`);
    return found;
  };
}
