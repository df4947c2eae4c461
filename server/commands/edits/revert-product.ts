import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findVersion } from '@/server/queries/edits/product-versions';
import { listProductTagIds } from '@/server/queries/products/tags';
import { canonicalURL } from '@/server/web/canonical-url';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import { applyVersion } from './apply-version';
import { requireUnlistedURL } from '@/server/commands/submissions/require-unlisted-url';
import { findTagIds } from '@/server/commands/submissions/submit-product';

/**
 * Makes a listed product say again what an earlier version said. Its images stay, and a rejected edit is dropped.
 *
 * @returns the id of the product.
 * @throws ApiError `not_found`; `conflict` when the product is not listed, has an edit in the queue, or another product
 *   has the URL now.
 */
export async function revertProduct(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>,
  viewer: Viewer,
  versionId: string,
): Promise<string> {
  const version = await findVersion(deps.db, versionId);
  if (!version) throw new ApiError('not_found', 'This version no longer exists.');
  const { productId, name, tagline, description, url, tags, fieldValues } = version;
  const descriptionHTML = await deps.textWorkers.renderMarkdown(description, viewer.userId);
  const canonical = canonicalURL(url);
  if (canonical === null) throw new ApiError('conflict', "The version's link can't be used any more.");
  await moderateProduct(deps, viewer, productId, {
    action: 'product.revert',
    async apply(db, product) {
      if (product.status !== 'approved') {
        throw new ApiError('conflict', `${product.name} isn't listed, so it can't be changed back.`);
      }
      if (product.editStatus === 'pending') {
        throw new ApiError('conflict', `${product.name} has an edit in the queue. Decide on that first.`);
      }
      await requireUnlistedURL({ ...deps, db }, viewer, canonical, productId);
      await applyVersion(
        { ...deps, db },
        product,
        {
          ...{ name, tagline, description, descriptionHTML, url, canonicalURL: canonical },
          ...{ screenshotId: product.screenshotId, iconId: product.iconId },
          tagIds: tags.length > 0 ? await findTagIds(db, tags) : await listProductTagIds(db, productId),
          fieldValues,
        },
        { kind: 'reverted', memberId: viewer.userId },
      );
      return { version: versionId };
    },
  });
  return productId;
}
