import { HOUR_MS } from '@/lib/contract/plain/durations';
import { RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import type { UpvoteResult } from '@/lib/contract/reaction';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { deleteUpvote, insertUpvote } from '@/server/queries/reactions/upvotes';
import { requireReactableProduct } from './require-reactable-product';

/** Upvotes count in the ranking when the account was created at this time or earlier. */
export const rankingAccountsCreatedUntil = (now: Date): Date =>
  new Date(now.getTime() - RANKING_MIN_ACCOUNT_AGE_HOURS * HOUR_MS);

/**
 * Sets or removes the viewer's upvote of a product. Safe to repeat.
 *
 * @throws ApiError `not_found` when the product is not approved.
 */
export async function setUpvote(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  { productId, isWanted }: { productId: string; isWanted: boolean },
): Promise<UpvoteResult> {
  const { db, now } = deps;
  const upvote = { productId, userId: viewer.userId };
  const countsInRanking = viewer.createdAt <= rankingAccountsCreatedUntil(now());
  const changedCount = isWanted
    ? await insertUpvote(db, { ...upvote, createdAt: now(), countsInRanking })
    : await deleteUpvote(db, upvote);
  if (changedCount !== undefined) return { upvoteCount: changedCount, upvoted: isWanted };
  const { upvoteCount } = await requireReactableProduct(deps, { productId, isWanted });
  return { upvoteCount, upvoted: isWanted };
}
