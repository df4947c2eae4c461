import { moderateProduct } from '@/server/commands/products/discontinue-product';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { isRemovedAfterReport } from '@/server/queries/audit-entries';
import { findProductEdit, isEditRejected } from '@/server/queries/edits/product-edits';
import { findDiscontinuation } from '@/server/queries/products/discontinuations';
import { updateProduct } from '@/server/queries/products/submissions';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { describeQueueEntry } from './describe-queue-entry';
import { mailRestoration } from './mail-removal';

/**
 * Restores a product that was removed after a report, with its former date of approval, status and edit. Tells its
 * submitter by email.
 *
 * @throws ApiError `not_found`; `conflict` when the product was not removed so: it is public, or withdrawn, or merged.
 */
export async function restoreProduct(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.restore',
    async apply(db, product) {
      const { status, withdrawnAt, name } = product;
      const isRemoved = status === 'removed' && withdrawnAt === null && (await isRemovedAfterReport(db, id));
      if (!isRemoved) {
        throw new ApiError('conflict', `${name} wasn't removed after a report, so it can't be listed again.`);
      }
      const wasDiscontinued = (await findDiscontinuation(db, id)) !== undefined;
      const edit = await findProductEdit(db, id);
      const editStatus = edit && ((await isEditRejected(db, id)) ? 'rejected' : 'pending');
      await updateProduct(db, id, {
        status: wasDiscontinued ? 'discontinued' : 'approved',
        editStatus: editStatus ?? null,
        removedAt: null,
        updatedAt: deps.now(),
      });
      if (!wasDiscontinued) await updateTagCountsOfProduct(db, id, 1);
      const hasPendingEdit = edit !== undefined && editStatus === 'pending';
      if (hasPendingEdit) await describeQueueEntry({ db, now: deps.now }, id, edit);
      await mailRestoration({ ...deps, db }, product, { viewer, hasPendingEdit });
      return undefined;
    },
  });
}
