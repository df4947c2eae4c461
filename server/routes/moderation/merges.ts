import { Hono } from 'hono';
import { readReference, readReferences } from '@/server/routes/shown-products';
import { DAY_MS } from '@/lib/contract/plain/durations';
import {
  listMergesCall,
  type Merge,
  MERGE_LIMITS,
  mergeProductCall,
  previewMergeCall,
  undoMergeCall,
} from '@/lib/contract/merge';
import { mergeProduct, previewMerge, undoMerge } from '@/server/commands/products/merge-products';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import type { Viewer } from '@/server/policies/viewer';
import { mergeOrder, findMerge, listMerges } from '@/server/queries/products/product-merges';
import { text } from '@/lib/texts/texts';

export const mergeRoutes = new Hono<AppEnv>();

memberEndpoint(mergeRoutes, previewMergeCall, async (c, { viewer, params: { id }, query: { intoId } }) => {
  const counts = await previewMerge(c.var.deps, { id, intoId });
  const source = await readReference(c, viewer, id);
  return { source, target: await readReference(c, viewer, intoId), ...counts };
});

memberEndpoint(mergeRoutes, mergeProductCall, async (c, { viewer, params: { id }, body: { intoId } }) => {
  const mergeId = await mergeProduct(c.var.deps, viewer, { id, intoId });
  const row = await findMerge(c.var.deps.db, mergeId);
  const [merge] = row ? await presentMerges(c, viewer, [row]) : [];
  if (!merge) throw new ApiError('conflict', text('merge.undone', 'The merge was undone already.'));
  return { merge };
});

memberEndpoint(mergeRoutes, listMergesCall, async (c, { viewer, query: { after } }) => {
  const { db } = c.var.deps;
  const page = { after, limit: MERGE_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, mergeOrder, page, (from) => listMerges(db, from));
  return { merges: await presentMerges(c, viewer, rows), nextCursor };
});

memberEndpoint(mergeRoutes, undoMergeCall, (c, { viewer, params: { id } }) =>
  undoMerge(c.var.deps, viewer, id),
);

async function presentMerges(
  c: AppContext,
  viewer: Viewer,
  rows: Awaited<ReturnType<typeof listMerges>>,
): Promise<Merge[]> {
  const ids = rows.flatMap(({ sourceId, targetId }) => [sourceId, targetId]);
  const products = await readReferences(c, viewer, ids);
  return rows.flatMap(({ sourceId, targetId, createdAt, ...row }) => {
    const [source, target] = [products.get(sourceId), products.get(targetId)];
    // A merge goes with its products.
    if (!source || !target) return [];
    const undoableUntil = new Date(createdAt.getTime() + MERGE_LIMITS.undoDays * DAY_MS).toISOString();
    return { ...row, source, target, createdAt: createdAt.toISOString(), undoableUntil };
  });
}
