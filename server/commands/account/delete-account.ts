import { DAY_MS } from '@/lib/contract/plain/durations';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { cancelDeletion, requestDeletion } from '@/server/queries/account/account-deletion';
import { revokeSessions } from '@/server/queries/account/sessions';

export const gracePeriodMs = ACCOUNT_LIMITS.deletionDays * DAY_MS;

/**
 * Requests the deletion of the account and ends its other sessions. Safe to repeat.
 *
 * @returns when the account will be deleted.
 */
export async function requestAccountDeletion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId }: Viewer,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const requestedAt = await requestDeletion(tx, userId, now());
    await revokeSessions(tx, { userId, exceptId: sessionId, now: now() });
    return new Date(requestedAt.getTime() + gracePeriodMs);
  });
}

/** Cancels a requested deletion. Safe to repeat. */
export async function restoreAccount({ db }: Pick<Deps, 'db'>, { userId }: Viewer): Promise<void> {
  await cancelDeletion(db, userId);
}
