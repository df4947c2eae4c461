import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { checkNames } from '@/server/commands/account/profile';
import type { Job } from './job-runner';

/** Finds handles and names that could deceive, of accounts that an earlier build has made. */
export const checkNamesOfMembers: Job = {
  name: 'check-names',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  run: checkNames,
};
