import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, key } from './columns';

/** Emails to be sent, and given-up ones without their content. A body may contain the token of a link. */
export const mailOutbox = pgTable('mail_outbox', {
  id: identity(),
  email: text('email'),
  subject: text('subject'),
  body: text('body'),
  createdAt: instant('created_at').notNull(),
  attemptCount: integer('attempt_count').notNull().default(0),
  /** While a process sends the email: when another one may try. */
  nextAttemptAt: instant('next_attempt_at').notNull(),
  givenUpAt: instant('given_up_at'),
  /** The entry of the log that the email is about. */
  entryId: key('entry_id'),
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
