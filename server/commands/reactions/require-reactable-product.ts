import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { ReactableProduct } from '@/server/queries/reactions/reactions';

/**
 * Requires that the user may set the reaction. Reactions can be set on approved products, and removed from every
 * product that was ever approved.
 *
 * @throws ApiError `not_found` for any other product.
 */
export function requireReactableProduct(
  { env }: Pick<Deps, 'env'>,
  product: ReactableProduct | undefined,
  { isWanted }: { isWanted: boolean },
): ReactableProduct {
  const isReactable = isWanted ? product?.status === 'approved' : product?.approvedAt;
  if (!product || !isReactable) throw new ApiError('not_found', `This ${env.siteNoun} doesn't exist.`);
  return product;
}
