import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { deleteEndedSessions } from '@/server/queries/account/sessions';
import { deleteExpiredSignIns } from '@/server/queries/account/sign-in';
import { deleteExpiredRateLimits } from '@/server/queries/operations';
import type { Job } from './job-runner';

/** How long a member can still be told of a session that has ended. */
const endedSessionDays = 30;

/** Deletes what has served its purpose: sign-ins under way, counters with addresses in them, ended sessions. */
export const purgeExpiredHourly: Job = {
  name: 'forget-traces',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run({ db, now }) {
    await deleteExpiredSignIns(db, now());
    await deleteExpiredRateLimits(db, now());
    await deleteEndedSessions(db, new Date(now().getTime() - endedSessionDays * DAY_MS));
  },
};
