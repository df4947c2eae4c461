import { doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { REPORT_OUTCOMES, REPORT_REASONS } from '@/lib/contract/plain/report';
import { sql } from 'drizzle-orm';
import { identity, instant, key } from './columns';

/** Reports of products. The reporter is null for visitors without an account. */
export const reports = pgTable('reports', {
  id: identity(),
  productId: key('product_id').notNull(),
  reporterId: key('reporter_id'),
  reason: text('reason', { enum: REPORT_REASONS }).notNull(),
  text: text('text').notNull().default(''),
  duplicateURL: text('duplicate_url'),
  /** Given by a visitor who wants to know the outcome. Null once the outcome is sent. */
  email: text('email'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** When and by whom it was decided. */
  resolvedAt: instant('resolved_at'),
  resolverId: key('resolver_id'),
  outcome: text('outcome', { enum: REPORT_OUTCOMES }),
  /** What the reporter reads. */
  note: text('note'),
});

/** The products with open reports. A trigger of the database adds, changes and deletes the rows. */
export const reportedProducts = pgTable('reported_products', {
  productId: key('product_id').primaryKey(),
  reportCount: integer('report_count').notNull(),
  oldestAt: instant('oldest_at').notNull(),
  /** The order of the list. */
  urgency: doublePrecision('urgency')
    .notNull()
    .generatedAlwaysAs(sql`report_count * 2^32 - oldest_at in seconds`),
});

/** What visitors have sent with the contact form. */
export const contactMessages = pgTable('contact_messages', {
  id: identity(),
  name: text('name').notNull().default(''),
  email: text('email').notNull(),
  message: text('message').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
  /** The last one. */
  answer: text('answer'),
  /** Null while the message waits for an admin. */
  closedAt: instant('closed_at'),
});
