import { HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { writeVoteDump } from '@/server/commands/products/write-vote-dump';
import { findRings } from '@/server/commands/reactions/rings';
import {
  updateAlternativeUpvotesCountedInRanking,
  updateUpvotesCountedInRanking,
} from '@/server/queries/reactions/counted-upvotes';
import { countRecentUpvotes } from '@/server/queries/reactions/upvote-days';
import { rankingAccountsCreatedUntil } from '@/server/queries/reactions/upvotes';
import { deleteOldVoterTraces } from '@/server/queries/reactions/vote-links';
import { retryConflicts } from '@/server/queries/write-conflict';
import { type Job, MINUTE_RUN_MS, type SubjectJobs } from './job-runner';

const upvotesPerBatch = 1_000;

/** Counts the upvotes of new users in the ranking once their accounts are old enough. */
export const countUpvotesEachMinute: Job = {
  name: 'count-upvotes',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run({ db, now }, signal) {
    const accountsCreatedUntil = rankingAccountsCreatedUntil(now());
    const countNext = (update: typeof updateUpvotesCountedInRanking) =>
      retryConflicts(() => update(db, { accountsCreatedUntil, limit: upvotesPerBatch }));
    for (const update of [updateUpvotesCountedInRanking, updateAlternativeUpvotesCountedInRanking]) {
      while (!signal.aborted && (await countNext(update)) > 0);
    }
  },
};

/** Orders the tags by the upvotes of the last 30 days, and counts the members who gave upvotes. */
export const countRecentUpvotesHourly: Job = {
  name: 'count-recent-upvotes',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  run: ({ db, now }) => retryConflicts(() => countRecentUpvotes(db, now())),
};

/** Finds accounts that upvote together, among those who have upvoted since the last run. */
const findRingsRegularly: Job = {
  name: 'find-rings',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    await findRings(deps, signal);
  },
};

/** Writes the upvote counts of each day in parts, so that other queries do not wait for long. */
const writeVoteDumpDaily: Job = {
  name: 'write-vote-dump',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    const endAt = deps.now().getTime() + MINUTE_RUN_MS;
    while (!signal.aborted && deps.now().getTime() < endAt && (await writeVoteDump(deps)));
  },
};

export const rankingJobs: SubjectJobs = {
  jobs: [countUpvotesEachMinute, countRecentUpvotesHourly, findRingsRegularly, writeVoteDumpDaily],
  purge: [({ db }, daysAgo) => deleteOldVoterTraces(db, daysAgo(RETENTION_DAYS.voterNetworks))],
};
