import { HOUR_MS } from '@/lib/contract/plain/durations';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import type { Job } from './job-runner';

/** Carries out the deletions whose 14 days are over. */
export const deleteAccountsHourly: Job = {
  name: 'delete-accounts',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run(deps) {
    const count = await deleteDueAccounts(deps);
    if (count > 0) deps.logger.info({ count }, 'accounts deleted');
  },
};
