import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { canEditProduct } from '@/server/policies/product';
import type { Viewer } from '@/server/policies/viewer';
import { updateTagCountsOfProduct } from '@/server/queries/products/product-tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { deleteProduct, lockProduct, updateProduct } from '@/server/queries/products/submissions';
import { retryConflicts } from '@/server/queries/write-conflict';

/**
 * Takes back one of the viewer's products; safe to repeat while it can be found.
 *
 * One that was never approved is deleted, so that its address is free again. One that was, others have linked to,
 * upvoted and bookmarked: it is removed, and its page says so.
 *
 * @throws ApiError `not_found` when it is not the viewer's.
 */
export async function withdrawProduct(
  { responseCache, db, env, now }: Pick<Deps, 'responseCache' | 'db' | 'env' | 'now'>,
  viewer: Viewer,
  id: string,
): Promise<'deleted' | 'removed'> {
  const outcome = await retryConflicts(() =>
    db.transaction(async (tx) => {
      const product = await lockProduct(tx, id);
      if (!product || !canEditProduct(viewer, product)) {
        throw new ApiError('not_found', `You have no such ${env.siteNoun}.`);
      }
      if (product.approvedAt === null) {
        await deleteProduct(tx, id);
        return 'deleted' as const;
      }
      if (product.status === 'approved') await updateTagCountsOfProduct(tx, id, -1);
      if (product.status !== 'removed') {
        await updateProduct(tx, id, { status: 'removed', removedAt: now(), updatedAt: now() });
        await refreshSearchDocuments(tx, [id]);
      }
      return 'removed' as const;
    }),
  );
  responseCache.clear();
  return outcome;
}
