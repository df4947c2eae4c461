import { HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { purgeRecords } from '@/server/commands/account/keep-record';
import { checkNames } from '@/server/commands/account/profile';
import { deleteOldInvitations } from '@/server/queries/account/invitations';
import { deleteEndedSessions } from '@/server/queries/account/sessions';
import { deleteExpiredSignIns } from '@/server/queries/account/sign-in';
import { deleteOldRejectionTimes } from '@/server/queries/account/standings';
import { deleteFreedHandles } from '@/server/queries/account/users';
import type { Job, SubjectJobs } from './job-runner';

/** Deletes the accounts whose 14 days of grace are over. */
export const deleteAccountsHourly: Job = {
  name: 'delete-accounts',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run(deps) {
    const count = await deleteDueAccounts(deps);
    if (count > 0) deps.logger.info({ count }, 'Accounts deleted.');
  },
};

/** Finds handles and names that could deceive, of accounts that an earlier build has made. */
const checkNamesOfMembers: Job = {
  name: 'check-names',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  run: checkNames,
};

export const accountJobs: SubjectJobs = {
  jobs: [deleteAccountsHourly, checkNamesOfMembers],
  purge: [
    ({ db, now }) => deleteExpiredSignIns(db, now()),
    ({ db }, daysAgo) => deleteOldInvitations(db, daysAgo(RETENTION_DAYS.expiredInvitations)),
    (deps) => purgeRecords(deps),
    ({ db }, daysAgo) => deleteFreedHandles(db, daysAgo(RETENTION_DAYS.freedHandles)),
    ({ db }, daysAgo) => deleteEndedSessions(db, daysAgo(RETENTION_DAYS.endedSessions)),
    ({ db }, daysAgo) => deleteOldRejectionTimes(db, daysAgo(RETENTION_DAYS.rejectionTimes)),
  ],
};
