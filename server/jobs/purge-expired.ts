import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { MERGE_LIMITS } from '@/lib/contract/merge';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { purgeRecords } from '@/server/commands/account/keep-record';
import { purgeImports } from '@/server/commands/imports/purge-imports';
import { deleteUnannounced } from '@/server/queries/announcements';
import { deleteOldInvitations } from '@/server/queries/account/invitations';
import { deleteFreedHandles } from '@/server/queries/account/names';
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
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
    await deleteUnannounced(db);
    await deleteExpiredSignIns(db, now());
    await deleteOldDecisions(db, new Date(now().getTime() - undoableMs));
    await deleteExpiredRateLimits(db, now());
    await deleteExpiredAges(db, now());
    await deletePastHosts(db, daysAgo(1));
    await deleteOldInvitations(db, daysAgo(RETENTION_DAYS.expiredInvitations));
    await deleteOldVoterTraces(db, daysAgo(RETENTION_DAYS.voterNetworks));
    await forgetReportEmails(db, daysAgo(RETENTION_DAYS.visitorReportEmails));
    await deleteOldReports(db, daysAgo(RETENTION_DAYS.visitorReports));
    await purgeRecords(deps);
    await deleteFreedHandles(db, daysAgo(RETENTION_DAYS.freedHandles));
    await deleteEndedSessions(db, daysAgo(RETENTION_DAYS.endedSessions));
    const unconfirmedBefore = daysAgo(RETENTION_DAYS.unconfirmedSubscribers);
    await deleteUnconfirmedSubscribers(db, unconfirmedBefore);
    await deleteClosedMessages(db, daysAgo(RETENTION_DAYS.closedMessages));
    await deleteGivenUpEmails(db, daysAgo(RETENTION_DAYS.givenUpEmails));
    const waitingBefore = daysAgo(waitingEventDays);
    await giveUpOldDeliveries(db, {
      before: waitingBefore,
      now: now(),
      failure: `Not delivered within ${waitingEventDays} days.`,
    });
    const eventsBefore = daysAgo(eventDays);
    while (
      !signal.aborted &&
      (await deleteOldDeliveries(db, { before: eventsBefore, limit: deliveriesPerBatch })) > 0
    );
    const before = daysAgo(RETENTION_DAYS.newsletterDeliveries);
    while (!signal.aborted && (await deleteOldIssue(db, { before, limit: deliveriesPerBatch })));
    await deleteOldSuggestions(db, daysAgo(RETENTION_DAYS.rejectedSuggestions));
    await deleteOldRejectionTimes(db, daysAgo(RETENTION_DAYS.rejectionTimes));
    await deleteOpenClaims(db, daysAgo(RETENTION_DAYS.unverifiedClaims));
    const mergedBefore = daysAgo(MERGE_LIMITS.undoDays);
    while (!signal.aborted && (await deleteOldMerge(db, mergedBefore)));
    await purgeImports({ db, now }, signal);
    const tagsMergedBefore = daysAgo(TAG_LIMITS.undoDays);
    while (!signal.aborted && (await deleteOldTagMerge(db, tagsMergedBefore)));
  },
};
