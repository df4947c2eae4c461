import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, key } from './columns';

/** Merges of duplicates that can be undone. The moderator is null once the account is deleted. See migration 0073. */
export const productMerges = pgTable('product_merges', {
  id: identity(),
  sourceId: key('source_id').notNull(),
  targetId: key('target_id').notNull(),
  moderatorId: key('moderator_id'),
  createdAt: instant('created_at').notNull(),
  sourceStatus: text('source_status', { enum: ['approved', 'discontinued'] }).notNull(),
  sourceUpvoteCount: integer('source_upvote_count').notNull(),
  targetUpvoteCount: integer('target_upvote_count').notNull(),
  sourceSlugs: text('source_slugs').array().notNull().default([]),
  movedPairIds: key('moved_pair_ids').array().notNull().default([]),
  successorIds: jsonb('successor_ids').$type<Record<string, string[]>>().notNull().default({}),
});
