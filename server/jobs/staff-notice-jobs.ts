import { SECOND_MS } from '@/lib/contract/plain/durations';
import { tellStaff } from '@/server/commands/staff-notices/tell-staff';
import type { Job, SubjectJobs } from './job-runner';

/** Tells moderators and admins what waits for them. */
export const tellStaffRegularly: Job = {
  name: 'tell-staff',
  everyMs: 30 * SECOND_MS,
  doneBy: 'one-process',
  run: tellStaff,
};

export const staffNoticeJobs: SubjectJobs = { jobs: [tellStaffRegularly], purge: [] };
