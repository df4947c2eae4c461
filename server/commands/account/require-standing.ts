import { ApiError } from '@/server/base/errors';
import type { Deps } from '@/server/deps';
import { describeLostStanding, type Viewer } from '@/server/policies/viewer';
import { lockStandings } from '@/server/queries/account/standings';

type Act = Parameters<typeof describeLostStanding>[1];

/**
 * Asks again whether a member may act. For changes that come seconds after the viewer was read, because they have waited for another
 * server, a worker or a queue: a ban meanwhile would take nothing of them. Call it first in the transaction of the change.
 *
 * @throws ApiError `forbidden`, as the call itself.
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
