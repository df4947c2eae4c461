import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { CURATE_TAGS } from '@/server/commands/tags/curate-tag';
import { moveMergedTags } from '@/server/commands/tags/move-merged-tags';
import { proposeMerges } from '@/server/commands/tags/propose-merges';
import { deleteOldTagMerge } from '@/server/queries/tags/tag-merges';
import { SYNONYM_LIMITS } from '@/lib/contract/synonym-rule';
import { deleteMissedWords } from '@/server/queries/search/synonym-rules';
import { deleteUnusedTags } from '@/server/queries/tags/unused-tags';
import { inTransaction } from '@/server/queries/write-conflict';
import type { Job, SubjectJobs } from './job-runner';

/** Has products follow what moderators did with their tags. Each such act in this process wakes the job. */
export const curateTags: Job = {
  name: CURATE_TAGS,
  everyMs: 5 * SECOND_MS,
  doneBy: 'each-process',
  run: moveMergedTags,
};

/** Finds tags that might be the same. */
export const proposeTagMerges: Job = {
  name: 'propose-tag-merges',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  run: proposeMerges,
};

/** Tags that one transaction locks. */
const unusedTagsAtOnce = 100;

export const tagJobs: SubjectJobs = {
  jobs: [curateTags, proposeTagMerges],
  purge: [
    ({ db }, daysAgo) => deleteMissedWords(db, daysAgo(SYNONYM_LIMITS.missedDays)),
    async ({ db }, daysAgo, signal) => {
      while (!signal.aborted && (await deleteOldTagMerge(db, daysAgo(TAG_LIMITS.undoDays))));
    },
    async ({ db, now }, daysAgo, signal) => {
      const due = { notedBefore: daysAgo(RETENTION_DAYS.unusedTags), now: now(), limit: unusedTagsAtOnce };
      while (!signal.aborted && (await inTransaction(db, (tx) => deleteUnusedTags(tx, due))));
    },
  ],
};
