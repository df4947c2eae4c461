import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { runEach } from '@/server/base/iterate';
import { checkImageStores } from '@/server/commands/images/check-image-stores';
import { deleteExpiredRateLimits } from '@/server/queries/rate-limits';
import { accountJobs } from './account-jobs';
import type { Job, SubjectJobs } from './job-runner';
import { productJobs } from './product-jobs';
import { rankingJobs } from './ranking-jobs';
import { writeScheduledBackup } from './scheduled-backup';
import { siteJobs } from './site-jobs';
import { staffNoticeJobs } from './staff-notice-jobs';
import { tagJobs } from './tag-jobs';
import { taskJobs } from './task-jobs';

/** Writes a backup when one is due. Off without `BACKUP_DIR`. */
const writeBackups: Job = {
  name: 'write-backup',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  run: writeScheduledBackup,
};

/** Finds out whether another process of the site stores images elsewhere. */
const noteImageStores: Job = {
  name: 'note-image-store',
  everyMs: 15 * SECOND_MS,
  doneBy: 'each-process',
  run: checkImageStores,
};

const processJobs: SubjectJobs = {
  jobs: [writeBackups, noteImageStores],
  purge: [({ db, now }) => deleteExpiredRateLimits(db, now())],
};

const SUBJECTS = [
  ...[taskJobs, siteJobs, accountJobs, productJobs, rankingJobs, tagJobs, staffNoticeJobs],
  processJobs,
];

/**
 * Deletes what no longer has to be kept, each kind by itself: a row that cannot be deleted must not keep the rows of other
 * kinds. Fails after the last step when a step has failed.
 */
export const purgeExpiredHourly: Job = {
  name: 'purge-expired',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    const daysAgo = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
    await runEach(
      SUBJECTS.flatMap(({ purge }) => purge),
      (step) => step(deps, daysAgo, signal),
    );
  },
};

/** What every process of the product server does besides answering requests. */
export const JOBS: readonly Job[] = [...SUBJECTS.flatMap(({ jobs }) => jobs), purgeExpiredHourly];
