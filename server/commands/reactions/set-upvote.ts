import { HOUR_MS } from '@/lib/contract/plain/durations';
import { RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import type { UpvoteResult } from '@/lib/contract/reaction';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import type { UncountedCall } from '@/server/rate-limits';
import { requireReactableProduct } from './require-reactable-product';

/** Upvotes count in the ranking when the account was created at this time or earlier. */
export const rankingAccountsCreatedUntil = (now: Date): Date =>
  new Date(now.getTime() - RANKING_MIN_ACCOUNT_AGE_HOURS * HOUR_MS);

/**
 * Sets or removes the viewer's upvote of a product. Safe to repeat.
 *
 * @param call is counted in the transaction of the upvote.
 * @throws ApiError `rate_limited`, or `not_found` when the product is not approved.
 */
export async function setUpvote(
  deps: Pick<Deps, 'env' | 'now' | 'upvoteQueue'>,
  viewer: Viewer,
  { productId, isWanted }: { productId: string; isWanted: boolean },
  call: UncountedCall,
): Promise<UpvoteResult> {
  const { now, upvoteQueue } = deps;
  const product = await upvoteQueue.add(
    {
      productId,
      userId: viewer.userId,
      isWanted,
      createdAt: now(),
      countsInRanking: viewer.createdAt <= rankingAccountsCreatedUntil(now()),
    },
    call,
  );
  const { upvoteCount } = requireReactableProduct(deps, product, { isWanted });
  return { upvoteCount, upvoted: isWanted };
}
