import type { Viewer } from '@/server/policies/viewer';
import { updateTagCountsOfProduct } from '@/server/queries/products/product-tags';
import { updateProduct } from '@/server/queries/products/submissions';
import { decideProduct, type DecisionDeps, type DecisionSubject } from './decide-product';

/**
 * Lists a pending product. One that was listed before keeps the day on which it was first: an edit is no way to the
 * top of the newest.
 *
 * @throws ApiError as `decideProduct`.
 */
export async function approveProduct(
  deps: DecisionDeps,
  viewer: Viewer,
  subject: DecisionSubject,
): Promise<void> {
  await decideProduct(deps, viewer, subject, {
    action: 'product.approve',
    async apply(db, { id, approvedAt }) {
      const now = deps.now();
      await updateProduct(db, id, { status: 'approved', approvedAt: approvedAt ?? now, updatedAt: now });
      await updateTagCountsOfProduct(db, id, 1);
    },
  });
}
