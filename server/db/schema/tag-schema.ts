import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, key } from './columns';

/** Every slug that leads to a tag. The database adds the slug of a new tag. See migration 0095. */
export const tagSlugs = pgTable('tag_slugs', {
  slug: text('slug').primaryKey(),
  tagId: key('tag_id').notNull(),
  kind: text('kind', { enum: ['present', 'former', 'synonym'] }).notNull(),
  /** How a synonym is written; null for a slug that is none. */
  name: text('name'),
});

/** Merges of tags that can be undone. The moderator is null once the account is deleted. */
export const tagMerges = pgTable('tag_merges', {
  id: identity(),
  sourceId: key('source_id').notNull(),
  targetId: key('target_id').notNull(),
  moderatorId: key('moderator_id'),
  createdAt: instant('created_at').notNull(),
  state: text('state', { enum: ['moving', 'merged', 'returning'] }).notNull(),
  sourceProductCount: integer('source_product_count').notNull(),
  targetProductCount: integer('target_product_count').notNull(),
  movedChildIds: key('moved_child_ids').array().notNull().default([]),
});

/** What moderators say that words mean, too. See migration 0210. */
export const synonymRules = pgTable('synonym_rules', {
  id: identity(),
  words: text('words').notNull(),
  meaning: text('meaning').notNull(),
  isTwoWay: boolean('is_two_way').notNull(),
  createdAt: instant('created_at').notNull(),
});
