import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { type LockedProduct, updateProduct } from '@/server/queries/products/submissions';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';

/**
 * Removes a locked product from the directory. Its page says that it was removed, and its URL stays taken. Keeps its
 * edit, its discontinuation and the pairs that wait for moderators, for `restoreProduct`.
 *
 * @throws ApiError `conflict` when the product has no public page.
 */
export async function applyRemoval(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, status, name }: LockedProduct,
): Promise<void> {
  if (status !== 'approved' && status !== 'discontinued') {
    throw new ApiError('conflict', `${name} isn't listed any more. Decide without removing it.`);
  }
  if (status === 'approved') await updateTagCountsOfProduct(db, id, -1);
  const at = now();
  await updateProduct(db, id, { status: 'removed', editStatus: null, removedAt: at, updatedAt: at });
}
