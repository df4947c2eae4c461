import { date, pgTable } from 'drizzle-orm/pg-core';
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
