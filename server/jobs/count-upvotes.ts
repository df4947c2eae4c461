import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { rankingAccountsCreatedUntil } from '@/server/commands/reactions/set-upvote';
import { updateUpvotesCountedInRanking } from '@/server/queries/reactions/upvotes';
import { retryConflicts } from '@/server/queries/write-conflict';
import type { Job } from './job-runner';

const votesPerBatch = 1_000;

/** Lets the votes of new members weigh once their accounts are old enough. */
export const countUpvotesEachMinute: Job = {
  name: 'weigh-upvotes',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run({ responseCache, db, now }, signal) {
    const accountsMadeUntil = rankingAccountsCreatedUntil(now());
    const weighNext = () =>
      retryConflicts(() =>
        updateUpvotesCountedInRanking(db, { accountsCreatedUntil: accountsMadeUntil, limit: votesPerBatch }),
      );
    let total = 0;
    for (let count = await weighNext(); count > 0 && !signal.aborted; count = await weighNext()) {
      total += count;
    }
    if (total > 0) responseCache.clear();
  },
};
