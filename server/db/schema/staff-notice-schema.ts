import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { NOTICE_TIMINGS } from '@/lib/contract/staff-notice';
import { instant, key } from './columns';

/** What moderators and admins are told by email, and of what they were told already. See migration 0325. */
export const staffNotices = pgTable(
  'staff_notices',
  {
    userId: key('user_id').notNull(),
    kind: text('kind').notNull(),
    /** Null until the person has chosen. */
    timing: text('timing', { enum: NOTICE_TIMINGS }),
    toldUntil: instant('told_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** The last email to each of them. */
export const staffNoticeEmails = pgTable('staff_notice_emails', {
  userId: key('user_id').primaryKey(),
  sentAt: instant('sent_at'),
});

/** A disk that is nearly full, and a release that is newer. See migration 0327. */
export const siteFindings = pgTable(
  'site_findings',
  {
    kind: text('kind', { enum: ['disk', 'release'] }).notNull(),
    name: text('name').notNull(),
    since: instant('since').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);

/** Up to when webhooks were told of each kind of the site's work. */
export const staffEvents = pgTable('staff_events', {
  kind: text('kind').primaryKey(),
  toldUntil: instant('told_until').notNull(),
});
