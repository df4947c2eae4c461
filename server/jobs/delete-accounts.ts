import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import type { Job } from './job-runner';

/** Carries out the deletions whose 14 days are over. */
export const deleteAccountsHourly: Job = {
  name: 'delete-accounts',
  everyMs: 60 * 60 * 1000,
  doneBy: 'one-process',
  async run(deps) {
    const count = await deleteDueAccounts(deps);
    if (count > 0) deps.logger.info({ count }, 'accounts deleted');
  },
};
