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
