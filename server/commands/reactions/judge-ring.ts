import { SECOND_MS } from '@/lib/contract/plain/durations';
import { logAction } from '@/server/commands/log-action';
import { withDeadline } from '@/server/base/async-context';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { restoreUpvotes, setUpvotesAside } from '@/server/queries/reactions/set-aside-upvotes';
import { rankingAccountsCreatedUntil } from '@/server/queries/reactions/ranking-upvotes';
import { lockRing, updateSetAside } from '@/server/queries/reactions/vote-rings';
import { retryConflicts } from '@/server/queries/write-conflict';

/** 200 members and 100 products have 20,000 upvotes. */
const CHANGE_MS_MAX = 30 * SECOND_MS;

/**
 * Sets the upvotes of a ring aside, or lets them count again. Safe to repeat; setting aside again reaches the upvotes
 * given since.
 *
 * @returns how many upvotes have changed. Without any, and in a ring that already is so, nothing is logged.
 * @throws ApiError `not_found`.
 */
export async function judgeRing(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { id, isSetAside }: { id: string; isSetAside: boolean },
): Promise<number> {
  const change = () =>
    db.transaction(async (tx) => {
      const ring = await lockRing(tx, id);
      if (!ring) throw new ApiError('not_found', 'No new sign of this ring for 30 days, so it was deleted.');
      const upvoteCount = isSetAside
        ? await setUpvotesAside(tx, id)
        : await restoreUpvotes(tx, id, rankingAccountsCreatedUntil(now()));
      if (upvoteCount === 0 && ring.isSetAside === isSetAside) return 0;
      await updateSetAside(tx, id, {
        at: isSetAside ? now() : null,
        moderatorId: isSetAside ? viewer.userId : null,
      });
      await logAction(tx, viewer, {
        action: isSetAside ? 'ring.set-aside' : 'ring.restore',
        createdAt: now(),
        details: { ring: id, upvotes: String(upvoteCount), score: ring.score.toFixed(1) },
      });
      return upvoteCount;
    });
  return withDeadline(CHANGE_MS_MAX, () => retryConflicts(change));
}
