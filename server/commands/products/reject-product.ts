import type { Viewer } from '@/server/policies/viewer';
import { updateProduct } from '@/server/queries/products/submissions';
import { decideProduct, type DecisionDeps, type DecisionSubject } from './decide-product';

/**
 * Sends a pending product back to its submitter, who reads the reason and may submit it again. Its tags are not
 * counted while it waits, so that there is nothing to count off.
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
    apply: (db, { id }) =>
      updateProduct(db, id, { status: 'rejected', rejectionReason: reason, updatedAt: deps.now() }),
  });
}
