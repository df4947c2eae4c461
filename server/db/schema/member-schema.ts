import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { MEASURE_KINDS } from '@/lib/contract/plain/moderation';
import { identity, instant, key } from './columns';

/** Warnings, suspensions and bans. */
export const memberMeasures = pgTable('member_measures', {
  id: identity(),
  userId: key('user_id').notNull(),
  kind: text('kind', { enum: MEASURE_KINDS }).notNull(),
  reason: text('reason').notNull(),
  /** The end of a suspension. */
  suspendedUntil: instant('suspended_until'),
  moderatorId: key('moderator_id'),
  createdAt: instant('created_at').notNull(),
  acknowledgedAt: instant('acknowledged_at'),
  /** When a moderator undid it, or another one replaced it. */
  endedAt: instant('ended_at'),
});

/** Notes of moderators for moderators. */
export const memberNotes = pgTable('member_notes', {
  id: identity(),
  userId: key('user_id').notNull(),
  authorId: key('author_id'),
  text: text('text').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** How many rejections of a member's submissions and edits stand. A trigger of the database counts them. */
export const memberRejections = pgTable('member_rejections', {
  userId: key('user_id').primaryKey(),
  rejectionCount: integer('rejection_count').notNull(),
  /** When a suggestion of an earlier account was last rejected. */
  suggestionRejectedAt: instant('suggestion_rejected_at'),
});
