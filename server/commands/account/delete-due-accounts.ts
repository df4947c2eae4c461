import { lapseClaimsOf } from '@/server/commands/sites/lapse-claims';
import { runEach } from '@/server/base/run-each';
import type { Deps } from '@/server/deps';
import {
  anonymizeAuditEntries,
  deleteOwnersEdits,
  deleteProposedAlternatives,
  deleteReactions,
  deleteUser,
  listAccountsDueForDeletion,
  lockAccountDueForDeletion,
  transferProducts,
} from '@/server/queries/account/account-deletion';
import { leaveOpenSuggestions } from '@/server/queries/edits/suggestions';
import { deletePersonalRows } from '@/server/queries/account/personal-data';
import { retryConflicts } from '@/server/queries/write-conflict';
import { gracePeriodMs } from './delete-account';
import { keepRecord } from './keep-record';

/**
 * Deletes the accounts whose 14 days of grace are over, each in one transaction, also after one that cannot be deleted. Keeps
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
    const isDeleted = await retryConflicts(() =>
      db.transaction(async (tx) => {
        if (!(await lockAccountDueForDeletion(tx, userId, requestedUntil))) return false;
        await keepRecord({ db: tx, digestKeys, now }, userId);
        await lapseClaimsOf({ db: tx, now }, userId);
        await deleteReactions(tx, userId);
        await deleteProposedAlternatives(tx, userId);
        await transferProducts(tx, userId);
        await deleteOwnersEdits(tx, userId);
        await leaveOpenSuggestions(tx, userId);
        await deletePersonalRows(tx, userId);
        await anonymizeAuditEntries(tx, userId);
        await deleteUser(tx, userId);
        return true;
      }),
    );
    if (isDeleted) count += 1;
  });
  return count;
}
