import { weighingAccountsMadeUntil } from '@/server/commands/set-upvote';
import { updateWeighingUpvotes } from '@/server/queries/upvotes';
import { retryConflicts } from '@/server/queries/write-conflict';
import type { Job } from './job-runner';

const votesPerBatch = 1_000;

/** Lets the votes of new members weigh once their accounts are old enough. */
export const weighUpvotesEachMinute: Job = {
  name: 'weigh-upvotes',
  everyMs: 60_000,
  doneBy: 'one-process',
  async run({ answers, db, now }, signal) {
    const accountsMadeUntil = weighingAccountsMadeUntil(now());
    const weighNext = () =>
      retryConflicts(() => updateWeighingUpvotes(db, { accountsMadeUntil, limit: votesPerBatch }));
    let total = 0;
    for (let count = await weighNext(); count > 0 && !signal.aborted; count = await weighNext()) {
      total += count;
    }
    if (total > 0) answers.clear();
  },
};
