import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { MERGE_LIMITS } from '@/lib/contract/merge';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { purgeRecords } from '@/server/commands/account/keep-record';
import { purgeImports } from '@/server/commands/imports/purge-imports';
import { deleteUnannounced } from '@/server/queries/announcements';
import { deleteOldInvitations } from '@/server/queries/account/invitations';
import { deleteFreedHandles } from '@/server/queries/account/users';
import { deleteEndedSessions } from '@/server/queries/account/sessions';
import { deleteOldRejectionTimes } from '@/server/queries/account/standings';
import { deleteExpiredSignIns } from '@/server/queries/account/sign-in';
import { deleteClosedMessages } from '@/server/queries/contact-messages';
import { deleteUnconfirmedSubscribers } from '@/server/queries/newsletter';
import { deleteOldIssue } from '@/server/queries/newsletter-issues';
import { deleteOldDecisions } from '@/server/queries/products/undoable-decisions';
import { deleteExpiredAges } from '@/server/queries/products/gate';
import { deletePastHosts } from '@/server/queries/products/site-checks';
import { deleteOldMerge } from '@/server/queries/products/product-merges';
import { deleteOldReports, forgetReportEmails } from '@/server/queries/products/reports';
import { deleteOpenClaims } from '@/server/queries/products/claims';
import { deleteOldSuggestions } from '@/server/queries/edits/suggestions';
import { deleteExpiredRateLimits } from '@/server/queries/rate-limits';
import { deleteOldVoterTraces } from '@/server/queries/reactions/vote-links';
import { deleteOldTagMerge } from '@/server/queries/tags/tag-merges';
import { deleteEndedTasks, giveUpOldTasks } from '@/server/queries/tasks';
import type { Deps } from '@/server/deps';
import { runEach } from '@/server/base/iterate';
import type { Job } from './job-runner';

/** Longer than a decision can be undone. */
const undoableMs = HOUR_MS;
const TASKS_PER_BATCH = 5_000;
/** How long an event may wait for a webhook that fails or pauses. */
const waitingEventDays = 3;
/** How long admins see what was sent and what was given up. */
const TASK_DAYS = [
  ['email', RETENTION_DAYS.givenUpEmails],
  ['image', RETENTION_DAYS.givenUpEmails],
  ['event', 30],
] as const;

type Step = (deps: Deps, daysAgo: (days: number) => Date, signal: AbortSignal) => Promise<unknown>;

/** What no longer has to be kept, each kind by itself: a row that cannot be deleted must not keep the rows of other kinds. */
const STEPS: readonly Step[] = [
  ({ db }) => deleteUnannounced(db),
  ({ db, now }) => deleteExpiredSignIns(db, now()),
  ({ db, now }) => deleteOldDecisions(db, new Date(now().getTime() - undoableMs)),
  ({ db, now }) => deleteExpiredRateLimits(db, now()),
  ({ db, now }) => deleteExpiredAges(db, now()),
  ({ db }, daysAgo) => deletePastHosts(db, daysAgo(1)),
  ({ db }, daysAgo) => deleteOldInvitations(db, daysAgo(RETENTION_DAYS.expiredInvitations)),
  ({ db }, daysAgo) => deleteOldVoterTraces(db, daysAgo(RETENTION_DAYS.voterNetworks)),
  ({ db }, daysAgo) => forgetReportEmails(db, daysAgo(RETENTION_DAYS.visitorReportEmails)),
  ({ db }, daysAgo) => deleteOldReports(db, daysAgo(RETENTION_DAYS.visitorReports)),
  (deps) => purgeRecords(deps),
  ({ db }, daysAgo) => deleteFreedHandles(db, daysAgo(RETENTION_DAYS.freedHandles)),
  ({ db }, daysAgo) => deleteEndedSessions(db, daysAgo(RETENTION_DAYS.endedSessions)),
  ({ db }, daysAgo) => deleteUnconfirmedSubscribers(db, daysAgo(RETENTION_DAYS.unconfirmedSubscribers)),
  ({ db }, daysAgo) => deleteClosedMessages(db, daysAgo(RETENTION_DAYS.closedMessages)),
  ({ db, now }, daysAgo) =>
    giveUpOldTasks(db, 'event', {
      before: daysAgo(waitingEventDays),
      now: now(),
      failure: `Not delivered within ${waitingEventDays} days.`,
    }),
  ...TASK_DAYS.map(([kind, days]): Step => async ({ db }, daysAgo, signal) => {
    const batch = { before: daysAgo(days), limit: TASKS_PER_BATCH };
    while (!signal.aborted && (await deleteEndedTasks(db, kind, batch)) > 0);
  }),
  async ({ db }, daysAgo, signal) => {
    const batch = { before: daysAgo(RETENTION_DAYS.newsletterDeliveries), limit: TASKS_PER_BATCH };
    while (!signal.aborted && (await deleteOldIssue(db, batch)));
  },
  ({ db }, daysAgo) => deleteOldSuggestions(db, daysAgo(RETENTION_DAYS.rejectedSuggestions)),
  ({ db }, daysAgo) => deleteOldRejectionTimes(db, daysAgo(RETENTION_DAYS.rejectionTimes)),
  ({ db }, daysAgo) => deleteOpenClaims(db, daysAgo(RETENTION_DAYS.unverifiedClaims)),
  async ({ db }, daysAgo, signal) => {
    while (!signal.aborted && (await deleteOldMerge(db, daysAgo(MERGE_LIMITS.undoDays))));
  },
  (deps, _daysAgo, signal) => purgeImports(deps, signal),
  async ({ db }, daysAgo, signal) => {
    while (!signal.aborted && (await deleteOldTagMerge(db, daysAgo(TAG_LIMITS.undoDays))));
  },
];

/** Deletes what no longer has to be kept. Fails after the last step when a step has failed. */
export const purgeExpiredHourly: Job = {
  name: 'purge-expired',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    const daysAgo = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
    await runEach(STEPS, (step) => step(deps, daysAgo, signal));
  },
};
