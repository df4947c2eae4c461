import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { tellStaff } from '@/server/commands/staff-notices/tell-staff';
import { checkDisk, checkRelease } from '@/server/commands/staff-notices/watch-site';
import { deleteOldFindings } from '@/server/queries/site-findings';
import type { Job, SubjectJobs } from './job-runner';

/** Tells moderators and admins what waits for them. */
export const tellStaffRegularly: Job = {
  name: 'tell-staff',
  everyMs: 30 * SECOND_MS,
  doneBy: 'one-process',
  run: tellStaff,
};

export const watchDisk: Job = {
  name: 'watch-disk',
  everyMs: 5 * MINUTE_MS,
  doneBy: 'each-process',
  run: checkDisk,
};

/** Off unless the owner says so. */
export const checkReleaseDaily: Job = {
  name: 'check-release',
  everyMs: DAY_MS,
  doneBy: 'one-process',
  run: checkRelease,
};

/** Longer than the time between two looks at the same. */
const FOUND_DAYS = 3;

export const staffNoticeJobs: SubjectJobs = {
  jobs: [tellStaffRegularly, watchDisk, checkReleaseDaily],
  purge: [({ db }, daysAgo) => deleteOldFindings(db, daysAgo(FOUND_DAYS))],
};
