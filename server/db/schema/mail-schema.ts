import { pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant } from './columns';

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
