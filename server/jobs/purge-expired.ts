import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { MERGE_LIMITS } from '@/lib/contract/merge';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { purgeRecords } from '@/server/commands/account/keep-record';
import { purgeImports } from '@/server/commands/imports/purge-imports';
import { deleteUnannounced } from '@/server/queries/announcements';
import { deleteOldInvitations } from '@/server/queries/account/invitations';
import { deleteEndedSessions } from '@/server/queries/account/sessions';
import { deleteOldRejectionTimes } from '@/server/queries/account/member-standings';
import { deleteExpiredSignIns } from '@/server/queries/account/sign-in';
import { deleteClosedMessages } from '@/server/queries/contact-messages';
import { deleteGivenUpEmails } from '@/server/queries/mail-outbox';
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
import { deleteOldVoterTraces } from '@/server/queries/reactions/voters';
import { deleteOldTagMerge } from '@/server/queries/tags/tag-merges';
import { deleteOldDeliveries, giveUpOldDeliveries } from '@/server/queries/webhooks';
import type { Job } from './job-runner';

/** Longer than a decision can be undone. */
const undoableMs = HOUR_MS;
const deliveriesPerBatch = 5_000;
/** How long an event may wait for a webhook that fails, and how long admins see what was sent. */
const waitingEventDays = 3;
const eventDays = 30;

/** Deletes expired sign-ins, rate limits (their keys contain client addresses), sessions, traces of email and announcements, old reports and messages of visitors, and what undoing old merges would need. */
export const purgeExpiredHourly: Job = {
  name: 'purge-expired',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    const { db, now } = deps;
    await deleteUnannounced(db);
    await deleteExpiredSignIns(db, now());
    await deleteOldDecisions(db, new Date(now().getTime() - undoableMs));
    await deleteExpiredRateLimits(db, now());
    await deleteExpiredAges(db, now());
    await deletePastHosts(db, new Date(now().getTime() - DAY_MS));
    await deleteOldInvitations(db, new Date(now().getTime() - RETENTION_DAYS.expiredInvitations * DAY_MS));
    await deleteOldVoterTraces(db, new Date(now().getTime() - RETENTION_DAYS.voterNetworks * DAY_MS));
    await forgetReportEmails(db, new Date(now().getTime() - RETENTION_DAYS.visitorReportEmails * DAY_MS));
    await deleteOldReports(db, new Date(now().getTime() - RETENTION_DAYS.visitorReports * DAY_MS));
    await purgeRecords(deps);
    await deleteEndedSessions(db, new Date(now().getTime() - RETENTION_DAYS.endedSessions * DAY_MS));
    const unconfirmedBefore = new Date(now().getTime() - RETENTION_DAYS.unconfirmedSubscribers * DAY_MS);
    await deleteUnconfirmedSubscribers(db, unconfirmedBefore);
    await deleteClosedMessages(db, new Date(now().getTime() - RETENTION_DAYS.closedMessages * DAY_MS));
    await deleteGivenUpEmails(db, new Date(now().getTime() - RETENTION_DAYS.givenUpEmails * DAY_MS));
    const waitingBefore = new Date(now().getTime() - waitingEventDays * DAY_MS);
    await giveUpOldDeliveries(db, {
      before: waitingBefore,
      now: now(),
      failure: `Not delivered within ${waitingEventDays} days.`,
    });
    const eventsBefore = new Date(now().getTime() - eventDays * DAY_MS);
    while (
      !signal.aborted &&
      (await deleteOldDeliveries(db, { before: eventsBefore, limit: deliveriesPerBatch })) > 0
    );
    const before = new Date(now().getTime() - RETENTION_DAYS.newsletterDeliveries * DAY_MS);
    while (!signal.aborted && (await deleteOldIssue(db, { before, limit: deliveriesPerBatch })));
    await deleteOldSuggestions(db, new Date(now().getTime() - RETENTION_DAYS.rejectedSuggestions * DAY_MS));
    await deleteOldRejectionTimes(db, new Date(now().getTime() - RETENTION_DAYS.rejectionTimes * DAY_MS));
    await deleteOpenClaims(db, new Date(now().getTime() - RETENTION_DAYS.unverifiedClaims * DAY_MS));
    const mergedBefore = new Date(now().getTime() - MERGE_LIMITS.undoDays * DAY_MS);
    while (!signal.aborted && (await deleteOldMerge(db, mergedBefore)));
    await purgeImports({ db, now }, signal);
    const tagsMergedBefore = new Date(now().getTime() - TAG_LIMITS.undoDays * DAY_MS);
    while (!signal.aborted && (await deleteOldTagMerge(db, tagsMergedBefore)));
  },
};
