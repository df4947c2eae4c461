import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findLastStandingEntry } from '@/server/queries/audit-entries';
import { deletePendingAlternatives } from '@/server/queries/products/alternatives';
import { deleteDiscontinuation } from '@/server/queries/products/discontinuations';
import { deleteProductEdit } from '@/server/queries/products/product-edits';
import { type LockedProduct, updateProduct } from '@/server/queries/products/submissions';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { moderateProduct } from './discontinue-product';

type RemovalDeps = Pick<Deps, 'db' | 'now'>;

/**
 * Takes a locked product out of the directory. Its page says so, and its URL stays taken.
 *
 * @throws ApiError `conflict` when the product has no public page.
 */
export async function applyRemoval(
  { db, now }: RemovalDeps,
  { id, status, name }: LockedProduct,
): Promise<void> {
  if (status !== 'approved' && status !== 'discontinued') {
    throw new ApiError('conflict', `${name} isn't listed any more. Decide without removing it.`);
  }
  if (status === 'approved') await updateTagCountsOfProduct(db, id, -1);
  await deleteProductEdit(db, id);
  await deleteDiscontinuation(db, id);
  await deletePendingAlternatives(db, id);
  const at = now();
  await updateProduct(db, id, { status: 'removed', editStatus: null, removedAt: at, updatedAt: at });
}

/**
 * Lists a product again that was removed after a report, with its former date of approval.
 *
 * @throws ApiError `not_found`; `conflict` when the product was not removed so: it is public, or withdrawn, or merged.
 */
export async function restoreProduct(
  deps: RemovalDeps & Pick<Deps, 'env'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.restore',
    async apply(db, { status, withdrawnAt, name }) {
      const last = await findLastStandingEntry(db, id);
      if (status !== 'removed' || withdrawnAt !== null || last !== 'report.remove') {
        throw new ApiError('conflict', `${name} wasn't removed after a report, so it can't be listed again.`);
      }
      await updateProduct(db, id, { status: 'approved', removedAt: null, updatedAt: deps.now() });
      await updateTagCountsOfProduct(db, id, 1);
      return undefined;
    },
  });
}
