import { ApiError } from '@/server/base/errors';
import type { Deps } from '@/server/deps';
import { describeLostStanding, type Viewer } from '@/server/policies/viewer';
import { lockStandings } from '@/server/queries/account/standings';

type Act = Parameters<typeof describeLostStanding>[1];

/**
 * Checks again whether a member may act, and locks the member's standing. Call this function first in the transaction of a
 * change that is written seconds after the viewer was read, because the change has waited for another server, a worker or a
 * queue. Without the check, a change of a member who was banned during the wait would still count.
 *
 * @throws ApiError `forbidden` with the sentence that the call answers to such a member.
 */
export async function requireStandingNow(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Viewer, 'userId'>,
  { access = 'member', isBarredBySuspension = true }: Partial<Act> = {},
): Promise<void> {
  const standing = (await lockStandings(db, [userId], now())).get(userId);
  const lost = describeLostStanding(standing, { access, isBarredBySuspension });
  if (lost !== undefined) throw new ApiError('forbidden', lost);
}
