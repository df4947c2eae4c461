import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, key } from './columns';

/** The issues of the weekly newsletter, one a week. */
export const newsletterIssues = pgTable('newsletter_issues', {
  id: identity(),
  /** The Monday of the week in which the issue is sent: `2026-06-01`. */
  week: date('week', { mode: 'string' }).notNull(),
  since: instant('since').notNull(),
  until: instant('until').notNull(),
  /** Deliveries exist for the subscribers with ids up to this one. */
  queuedThroughId: key('queued_through_id').notNull().default('0'),
  /** When all deliveries existed. */
  queuedAt: instant('queued_at'),
});

const DELIVERY_STATUSES = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One issue for one subscriber. */
export const newsletterDeliveries = pgTable('newsletter_deliveries', {
  id: identity(),
  issueId: key('issue_id').notNull(),
  subscriberId: key('subscriber_id').notNull(),
  /**
   * `sending` is stored before the dialogue with the mail server begins. A delivery that stays there too long becomes
   * `uncertain`, and is never sent again: the process that sent it has ended, perhaps after the server took the email.
   */
  status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('queued'),
  attemptCount: integer('attempt_count').notNull().default(0),
  /** While the delivery is being sent: when it becomes uncertain. */
  nextAttemptAt: instant('next_attempt_at').notNull(),
  settledAt: instant('settled_at'),
});
