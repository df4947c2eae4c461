import type { Deps } from '@/server/deps';
import { freedSince, nameIssueOf } from '@/server/identity/deceptive-names';
import { skeletonOf } from '@/server/identity/skeleton';
import {
  deleteFreedHandles,
  listUncheckedNames,
  storeNameCheck,
  updateNameIssue,
} from '@/server/queries/account/names';

const BATCH = 200;

/**
 * Computes what the handles of accounts look like that an earlier build has made, and notes for moderators which handles and names
 * nobody could take today. Renames nobody. Forgets handles that anybody may take again.
 */
export async function checkNames(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteFreedHandles(db, freedSince(now()));
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
