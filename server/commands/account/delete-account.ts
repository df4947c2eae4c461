import { DAY_MS } from '@/lib/contract/plain/durations';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import {
  cancelDeletion,
  deleteByVerifiedEmail,
  deleteReactions,
  deleteUser,
  transferProducts,
  listAccountsDueForDeletion,
  lockAccountDueForDeletion,
  requestDeletion,
} from '@/server/queries/account/account-deletion';
import { revokeSessions } from '@/server/queries/account/sessions';
import { retryConflicts } from '@/server/queries/write-conflict';

const deletionMs = ACCOUNT_LIMITS.deletionDays * DAY_MS;

/**
 * Asks for the account to be deleted, and ends its other sessions. Safe to repeat.
 *
 * @returns when it will be gone.
 */
export async function requestAccountDeletion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId }: Viewer,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const requestedAt = await requestDeletion(tx, userId, now());
    await revokeSessions(tx, { userId, exceptId: sessionId, now: now() });
    return new Date(requestedAt.getTime() + deletionMs);
  });
}

/** Takes the wish back. Safe to repeat, also without one. */
export async function restoreAccount({ db }: Pick<Deps, 'db'>, { userId }: Viewer): Promise<void> {
  await cancelDeletion(db, userId);
}

/**
 * Deletes the accounts whose 14 days are over, each whole or not at all.
 *
 * @returns how many.
 */
export async function deleteDueAccounts({
  db,
  now,
  responseCache,
}: Pick<Deps, 'db' | 'now' | 'responseCache'>): Promise<number> {
  const requestedUntil = new Date(now().getTime() - deletionMs);
  let count = 0;
  for (const userId of await listAccountsDueForDeletion(db, requestedUntil)) {
    const isGone = await retryConflicts(() =>
      db.transaction(async (tx) => {
        if (!(await lockAccountDueForDeletion(tx, userId, requestedUntil))) return false;
        await deleteReactions(tx, userId);
        await transferProducts(tx, userId);
        await deleteByVerifiedEmail(tx, userId);
        await deleteUser(tx, userId);
        return true;
      }),
    );
    if (isGone) count += 1;
  }
  if (count > 0) responseCache.clear();
  return count;
}
