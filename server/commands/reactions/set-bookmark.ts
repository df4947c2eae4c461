import type { BookmarkResult } from '@/lib/contract/reaction';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { deleteBookmark, insertBookmark } from '@/server/queries/reactions/bookmarks';
import { findReactableProduct } from '@/server/queries/reactions/reactions';
import { requireReactableProduct } from './require-reactable-product';

/**
 * Sets or removes the viewer's bookmark of a product. Safe to repeat.
 *
 * @throws ApiError `not_found` when the product is not approved.
 */
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
