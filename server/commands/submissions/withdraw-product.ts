import { dropEdit } from '@/server/commands/account/close-appeals';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { canEditProduct } from '@/server/policies/product';
import type { Viewer } from '@/server/policies/viewer';
import { isRemovedAfterReport } from '@/server/queries/audit-entries';
import { deletePendingAlternatives } from '@/server/queries/products/alternative-proposals';
import { deleteDiscontinuation } from '@/server/queries/products/discontinuations';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { deleteProduct, lockProduct, updateProduct } from '@/server/queries/products/submissions';
import { retryConflicts } from '@/server/queries/write-conflict';

/**
 * Withdraws one of the viewer's products. Safe to repeat while the product can be found.
 *
 * A product that was never approved is deleted, and its URL can be submitted again at once. A product that was
 * approved has links, upvotes and bookmarks: it is removed, its page says so, and its URL can be submitted again
 * after 24 hours.
 *
 * @throws ApiError `not_found` when it is not the viewer's.
 */
export async function withdrawProduct(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  id: string,
): Promise<'deleted' | 'removed'> {
  const outcome = await retryConflicts(() =>
    db.transaction(async (tx) => {
      const product = await lockProduct(tx, id);
      if (!product || !canEditProduct(viewer, product)) {
        throw new ApiError('not_found', `You don't have this ${env.siteNoun}.`);
      }
      if (product.approvedAt === null) {
        await deleteProduct(tx, id);
        return 'deleted' as const;
      }
      if (product.status === 'approved') await updateTagCountsOfProduct(tx, id, -1);
      if (product.status !== 'removed') {
        await dropEdit({ db: tx, env, now }, product, viewer.userId);
        await deleteDiscontinuation(tx, id);
        await deletePendingAlternatives(tx, id);
        await updateProduct(tx, id, {
          status: 'removed',
          editStatus: null,
          removedAt: now(),
          withdrawnAt: now(),
          updatedAt: now(),
        });
        await refreshSearchDocuments(tx, env.fields, [id]);
      } else if (product.withdrawnAt === null && (await isRemovedAfterReport(tx, id))) {
        // After the withdrawal, moderators cannot restore the product.
        await dropEdit({ db: tx, env, now }, product, viewer.userId);
        await updateProduct(tx, id, { withdrawnAt: now(), updatedAt: now() });
      }
      return 'removed' as const;
    }),
  );
  return outcome;
}
