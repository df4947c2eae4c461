import { ACCOUNT_LIMITS } from './account';
import { CLAIM_LIMITS } from './claim';
import { IMAGE_LIMITS } from './image';
import { AGREEMENT_RULES } from './plain/product-parts';
import { CONTACT_LIMITS, REPORT_LIMITS } from './plain/report';
import { RING_RULES } from './ring';
import { SUGGESTION_LIMITS } from './suggestion';
import { WEBHOOK_LIMITS } from './webhook';

/**
 * For how many days the site keeps what it then deletes by itself. The jobs delete by these numbers, and the privacy page
 * says them. `__tests__/server/jobs/retention.test.ts` fails on one that no job keeps.
 */
export const RETENTION_DAYS = {
  /** After the session has ended. */
  endedSessions: 30,
  /** After the invitation has expired: how long moderators see it. */
  expiredInvitations: 30,
  /** How long admins see what the queue has sent to webhooks, and what it has given up. */
  endedTasks: WEBHOOK_LIMITS.keptDays,
  /** Which issues of the newsletter were sent to whom. */
  newsletterDeliveries: 90,
  /** Since the last confirmation email, without a confirmation. */
  unconfirmedSubscribers: 30,
  /** After the subscriber has left the newsletter. */
  endedSubscriptions: 30,
  voterNetworks: RING_RULES.days,
  /** How long other members cannot take a handle that a member gave up: old links still name that member. */
  freedHandles: 90,
  rejectedSuggestions: SUGGESTION_LIMITS.rejectedDays,
  rejectionTimes: AGREEMENT_RULES.calmDays,
  unverifiedClaims: CLAIM_LIMITS.openDays,
  /** Tags that no product, edit or subscriber has, and that no moderator has changed. */
  unusedTags: 2,
  /** After the message was closed. */
  closedMessages: CONTACT_LIMITS.closedDays,
  /** After the decision. */
  visitorReports: REPORT_LIMITS.visitorDays,
  /** Reports without a decision. */
  visitorReportEmails: REPORT_LIMITS.emailDays,
  /** After the member asked for the deletion. */
  deletedAccounts: ACCOUNT_LIMITS.deletionDays,
  /** The owner keeps and deletes backups; `npm run doctor` warns of older ones. */
  backups: 30,
  /** With the day until the hourly job deletes them. */
  unusedImages: IMAGE_LIMITS.unusedHours / 24 + 1,
} as const satisfies Record<string, number>;
