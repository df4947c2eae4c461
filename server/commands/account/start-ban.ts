import { lapseClaimsOf } from '@/server/commands/sites/claim-product';
import type { Deps } from '@/server/deps';
import { endMeasures, updateStanding } from '@/server/queries/account/members';
import { revokeSessions } from '@/server/queries/account/sessions';
import { hideUpvotes } from '@/server/queries/reactions/counted-upvotes';
import { closeReplaced } from './close-appeals';

type Ban = {
  bannedAt: Date;
  banReason: string | null;
  /** Absent for the ban of an earlier account, because no moderator decides about the ban again. */
  moderatorId?: string;
};

/**
 * Bans a locked member who is not banned, in the transaction of the caller: the upvotes leave all counts, the claims lapse, and the
 * sessions end. Every command that sets `banned_at` must call this function: `endBanOf` and the deletion of an account undo all of these steps.
 */
export async function startBanOf(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  id: string,
  { moderatorId, ...ban }: Ban,
): Promise<void> {
  const { db, now } = deps;
  const endedIds = await endMeasures(db, id, 'suspension', now());
  await closeReplaced(deps, endedIds, moderatorId ?? null);
  await updateStanding(db, id, { ...ban, suspendedUntil: null });
  await hideUpvotes(db, id);
  await lapseClaimsOf({ db, now }, id, { isHeld: true });
  await revokeSessions(db, { userId: id, now: now() });
}
