import { HOUR_MS } from '@/lib/contract/plain/durations';
import { RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import type { UpvoteResult } from '@/lib/contract/reaction';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { deleteUpvote, insertUpvote } from '@/server/queries/reactions/upvotes';
import { requireReactableProduct } from './require-reactable-product';

/** The votes of accounts that were made at this instant or before it weigh in the orders. */
export const rankingAccountsCreatedUntil = (now: Date): Date =>
  new Date(now.getTime() - RANKING_MIN_ACCOUNT_AGE_HOURS * HOUR_MS);

/**
 * Makes the viewer's upvote of a product be present or absent. Safe to repeat.
 *
 * @throws ApiError `not_found` when the product is not approved, `rate_limited`.
 */
export async function setUpvote(
  deps: Pick<Deps, 'responseCache' | 'db' | 'env' | 'now' | 'rateLimits'>,
  viewer: Viewer,
  { productId, isWanted }: { productId: string; isWanted: boolean },
  sender: string,
): Promise<UpvoteResult> {
  const { responseCache, db, now, rateLimits } = deps;
  await rateLimits.consume('upvoteByUser', viewer.userId);
  await rateLimits.consume('upvoteByUserPerDay', viewer.userId);
  await rateLimits.consume('upvoteByAddress', sender);

  const vote = { productId, userId: viewer.userId };
  const countsInRanking = viewer.createdAt <= rankingAccountsCreatedUntil(now());
  const changedCount = isWanted
    ? await insertUpvote(db, { ...vote, createdAt: now(), countsInRanking })
    : await deleteUpvote(db, vote);
  if (changedCount !== undefined) {
    responseCache.clear();
    return { upvoteCount: changedCount, upvoted: isWanted };
  }
  const { upvoteCount } = await requireReactableProduct(deps, { productId, isWanted });
  return { upvoteCount, upvoted: isWanted };
}
