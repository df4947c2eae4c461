import { DAY_MS } from '@/lib/contract/plain/durations';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { lapseClaimsOf } from '@/server/commands/sites/lapse-claims';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import {
  anonymizeAuditEntries,
  cancelDeletion,
  deleteProposedAlternatives,
  deleteReactions,
  deleteUser,
  transferProducts,
  listAccountsDueForDeletion,
  lockAccountDueForDeletion,
  requestDeletion,
} from '@/server/queries/account/account-deletion';
import { deletePersonalRows } from '@/server/queries/account/personal-data';
import { revokeSessions } from '@/server/queries/account/sessions';
import { retryConflicts } from '@/server/queries/write-conflict';

const gracePeriodMs = ACCOUNT_LIMITS.deletionDays * DAY_MS;

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

/**
 * Deletes the accounts whose 14 days of grace are over, each in one transaction.
 *
 * @returns the number of deleted accounts.
 */
export async function deleteDueAccounts({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const requestedUntil = new Date(now().getTime() - gracePeriodMs);
  let count = 0;
  for (const userId of await listAccountsDueForDeletion(db, requestedUntil)) {
    const isDeleted = await retryConflicts(() =>
      db.transaction(async (tx) => {
        if (!(await lockAccountDueForDeletion(tx, userId, requestedUntil))) return false;
        await lapseClaimsOf({ db: tx, now }, userId);
        await deleteReactions(tx, userId);
        await deleteProposedAlternatives(tx, userId);
        await transferProducts(tx, userId);
        await deletePersonalRows(tx, userId);
        await anonymizeAuditEntries(tx, userId);
        await deleteUser(tx, userId);
        return true;
      }),
    );
    if (isDeleted) count += 1;
  }
  return count;
}
