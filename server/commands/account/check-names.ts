import type { Deps } from '@/server/deps';
import { nameIssueOf } from '@/server/identity/deceptive-names';
import { skeletonOf } from '@/server/identity/skeleton';
import { listUncheckedNames, storeNameCheck, updateNameIssue } from '@/server/queries/account/names';

const BATCH = 200;

/**
 * Computes what the handles of accounts look like that an earlier build has made, and notes for moderators which handles and names
 * the rules of today refuse. Renames no account.
 */
export async function checkNames({ db, env }: Pick<Deps, 'db' | 'env'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const unchecked = await listUncheckedNames(db, BATCH);
    for (const user of unchecked) {
      if (signal.aborted) return;
      const issue = nameIssueOf(user, env.siteName);
      if (!(await storeNameCheck(db, user, { skeleton: skeletonOf(user.handle), issue })))
        await updateNameIssue(db, user.id, issue ?? 'The handle looks like that of another member.');
    }
    if (unchecked.length < BATCH) return;
  }
}
