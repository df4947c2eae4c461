import type { Viewer } from '@/server/policies/viewer';
import { updateEditRejection } from '@/server/queries/products/product-edits';
import { updateProduct } from '@/server/queries/products/submissions';
import { decideProduct, type DecisionDeps, type DecisionSubject } from './decide-product';

/**
 * Rejects a pending product, or a pending edit of an approved one, whose approved version stays public. The submitter
 * reads the reason and may edit the product and so submit it again. Tags of pending products are not counted, so no
 * count changes.
 *
 * @throws ApiError as `decideProduct`.
 */
export async function rejectProduct(
  deps: DecisionDeps,
  viewer: Viewer,
  subject: DecisionSubject,
  reason: string,
): Promise<void> {
  await decideProduct(deps, viewer, subject, {
    action: 'product.reject',
    reason,
    async apply(db, { id }, edit) {
      const updatedAt = deps.now();
      if (!edit) return updateProduct(db, id, { status: 'rejected', rejectionReason: reason, updatedAt });
      await updateEditRejection(db, id, reason);
      await updateProduct(db, id, { editStatus: 'rejected', updatedAt });
    },
  });
}
