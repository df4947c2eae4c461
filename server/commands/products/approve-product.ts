import type { Viewer } from '@/server/policies/viewer';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { updateProduct } from '@/server/queries/products/submissions';
import { applyVersion } from './edit-product';
import { decideProduct, type DecisionDeps, type DecisionSubject } from './decide-product';
import { requireUnlistedURL } from './require-unlisted-url';

/**
 * Lists a pending product, or publishes a pending edit of an approved one. A product that was listed before keeps its
 * date of approval: an edit is no way to the top of the newest.
 *
 * @throws ApiError as `decideProduct`, and `conflict` when another product got the edit's URL first.
 */
export async function approveProduct(
  deps: DecisionDeps,
  viewer: Viewer,
  subject: DecisionSubject,
): Promise<void> {
  await decideProduct(deps, viewer, subject, {
    action: 'product.approve',
    async apply(db, product, edit) {
      const { id, approvedAt } = product;
      if (edit) {
        await requireUnlistedURL({ ...deps, db }, viewer, edit.canonicalURL, id);
        await applyVersion({ ...deps, db }, product, edit);
        return;
      }
      const now = deps.now();
      await updateProduct(db, id, { status: 'approved', approvedAt: approvedAt ?? now, updatedAt: now });
      await updateTagCountsOfProduct(db, id, 1);
    },
  });
}
