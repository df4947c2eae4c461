import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { findReactableProduct } from '@/server/queries/reactions/reactions';

/**
 * Finds the product of a request that changed no reaction. Reactions can be set on approved products, and removed
 * from every product that was ever approved.
 *
 * @throws ApiError `not_found` for any other product.
 */
export async function requireReactableProduct(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { productId, isWanted }: { productId: string; isWanted: boolean },
) {
  const target = await findReactableProduct(db, productId);
  const isReactable = isWanted ? target?.status === 'approved' : target?.approvedAt;
  if (!target || !isReactable) throw new ApiError('not_found', `This ${env.siteNoun} doesn't exist.`);
  return target;
}
