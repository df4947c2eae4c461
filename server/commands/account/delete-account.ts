import { lapseClaimsOf } from '@/server/commands/sites/claim-product';
import { runEach } from '@/server/base/iterate';
import type { Deps } from '@/server/deps';
import {
  anonymizeAuditEntries,
  cancelDeletion,
  deleteOwnersEdits,
  deletePersonalRows,
  deleteProposedAlternatives,
  deleteReactions,
  deleteUser,
  listAccountsDueForDeletion,
  deleteEmailsTo,
  lockAccountDueForDeletion,
  requestDeletion,
  transferProducts,
} from '@/server/queries/account/account-deletion';
import { leaveOpenSuggestions } from '@/server/queries/edits/suggestions';
import { inTransaction } from '@/server/queries/write-conflict';
import { keepRecord } from './keep-record';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import type { Viewer } from '@/server/policies/viewer';
import { revokeSessions } from '@/server/queries/account/sessions';

export const gracePeriodMs = ACCOUNT_LIMITS.deletionDays * DAY_MS;

/** Requests the deletion of the account and ends its other sessions. Safe to repeat. @returns when the account will be deleted. */
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
 * Deletes the accounts whose 14 days of grace are over, each in one transaction. A failed deletion stops no other. Keeps
 * what has to outlive the account.
 *
 * @returns the number of deleted accounts.
 */
export async function deleteDueAccounts({
  db,
  digestKeys,
  now,
}: Pick<Deps, 'db' | 'digestKeys' | 'now'>): Promise<number> {
  const requestedUntil = new Date(now().getTime() - gracePeriodMs);
  let count = 0;
  await runEach(await listAccountsDueForDeletion(db, requestedUntil), async (userId) => {
    const isDeleted = await inTransaction(db, async (tx) => {
      if (!(await lockAccountDueForDeletion(tx, userId, requestedUntil))) return false;
      await keepRecord({ db: tx, digestKeys, now }, userId);
      await lapseClaimsOf({ db: tx, now }, userId);
      await deleteReactions(tx, userId);
      await deleteProposedAlternatives(tx, userId);
      await transferProducts(tx, userId);
      await deleteOwnersEdits(tx, userId);
      await leaveOpenSuggestions(tx, userId);
      await deleteEmailsTo(tx, userId);
      await deletePersonalRows(tx, userId);
      await anonymizeAuditEntries(tx, userId);
      await deleteUser(tx, userId);
      return true;
    });
    if (isDeleted) count += 1;
  });
  return count;
}
