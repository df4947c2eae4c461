import type { BookmarkResult } from '@/lib/contract/reaction';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import {
  deleteBookmark,
  findReactableProduct,
  insertBookmark,
  type ReactableProduct,
} from '@/server/queries/reactions/reactions';
import { ApiError } from '@/server/base/errors';
import { text } from '@/lib/texts/texts';

/** Safe to repeat. @throws ApiError `not_found` when the product is not approved. */
export async function setBookmark(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  { productId, isWanted }: { productId: string; isWanted: boolean },
): Promise<BookmarkResult> {
  const { db, now } = deps;
  const bookmark = { productId, userId: viewer.userId };
  const hasChanged = isWanted
    ? await insertBookmark(db, { ...bookmark, createdAt: now() })
    : await deleteBookmark(db, bookmark);
  if (!hasChanged) requireReactableProduct(deps, await findReactableProduct(db, productId), { isWanted });
  return { bookmarked: isWanted };
}

/**
 * Requires that the user may set the reaction. Reactions can be set on approved products, and removed from every
 * product that was ever approved.
 *
 * @throws ApiError `not_found` for any other product.
 */
export function requireReactableProduct(
  {}: Pick<Deps, 'env'>,
  product: ReactableProduct | undefined,
  { isWanted }: { isWanted: boolean },
): ReactableProduct {
  const isReactable = isWanted ? product?.status === 'approved' : product?.approvedAt;
  if (!product || !isReactable)
    throw new ApiError('not_found', text('product.missing', "This {noun} doesn't exist."));
  return product;
}
