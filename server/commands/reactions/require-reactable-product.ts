import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { findReactableProduct } from '@/server/queries/reactions/reactions';

/**
 * The product of a reaction that changed nothing. An approved one had the wished state already; one that once was
 * approved may be asked again and again to be without a reaction.
 *
 * @throws ApiError `not_found` when it cannot be reacted to.
 */
export async function requireReactableProduct(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { productId, isWanted }: { productId: string; isWanted: boolean },
) {
  const target = await findReactableProduct(db, productId);
  const isTarget = isWanted ? target?.status === 'approved' : target?.approvedAt;
  if (!target || !isTarget) throw new ApiError('not_found', `There is no such ${env.siteNoun}.`);
  return target;
}
