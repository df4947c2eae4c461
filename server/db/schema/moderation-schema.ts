import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, identity, instant, storedText, key } from './columns';
import { APPEAL_OUTCOMES } from '@/lib/contract/plain/moderation';
import { PRODUCT_CONTENT } from '@/lib/contract/product';
import type { productEdits, products, StoredValue } from '@/server/db/schema';

type Product = typeof products.$inferSelect;

/** What a product says, where it is found, and its images. */
export const CONTENT_COLUMNS = [
  ...PRODUCT_CONTENT,
  ...(['slug', 'canonicalURL', 'screenshotId', 'iconId', 'brandSlug'] as const),
];
export type ProductContent = Pick<Product, (typeof CONTENT_COLUMNS)[number]>;

/** What a decision about a pending product changes. */
type DecidedProduct = Pick<Product, 'status' | 'editStatus' | 'rejectionReason'> & {
  /** ISO 8601, as all instants in JSON. */
  approvedAt: string | null;
  updatedAt: string;
};

/** What the publication of an edit changes besides. */
type PublishedEdit = {
  edit: Omit<typeof productEdits.$inferSelect, 'productId' | 'rejectionReason' | 'editorId' | 'urlRules'> & {
    /** Absent in decisions of older builds. */
    editorId?: string | null;
  };
  product: ProductContent & { iconCheckAt: string };
  tagIds: string[];
  values: StoredValue[];
};

/** What was known about a product in the queue. */
export type QueuedProduct = {
  waitingSince: string;
  risk: number;
  dueAt: string;
  site: string | null;
  /** In hexadecimal digits. */
  textHash: string | null;
  snoozedUntil: string | null;
};

/** The state before a decision. */
export type BeforeDecision = {
  decided: DecidedProduct;
  published: PublishedEdit | null;
  queued: QueuedProduct | null;
  /** The appeals against an earlier rejection that the decision closed. */
  closedAppealIds?: readonly string[];
};

/** The queue: a row for each pending product and each pending edit. Triggers of the database add and delete the rows. */
export const queueEntries = pgTable('queue_entries', {
  productId: key('product_id').primaryKey(),
  submitterId: key('submitter_id'),
  waitingSince: instant('waiting_since').notNull(),
  risk: smallint('risk').notNull().default(0),
  /** The order of the queue. */
  dueAt: instant('due_at').notNull(),
  /** Null until the server has described the entry. */
  site: text('site'),
  textHash: bytes('text_hash'),
  snoozedUntil: instant('snoozed_until'),
});

/** The last decision about each product, until it can no longer be undone. The log has who decided, and when. */
export const undoableDecisions = pgTable('undoable_decisions', {
  productId: key('product_id').primaryKey(),
  entryId: key('entry_id').notNull(),
  before: jsonb('before').$type<BeforeDecision>().notNull(),
});

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

/** The one answer of a member to a rejection or a measure, and the decision about it. */
export const appeals = pgTable('appeals', {
  id: identity(),
  userId: key('user_id').notNull(),
  productId: key('product_id'),
  /** The entry of the log of the rejection. */
  entryId: key('entry_id'),
  measureId: key('measure_id'),
  /** Who has made the decision that the appeal is against. */
  deciderId: key('decider_id'),
  text: text('text').notNull(),
  createdAt: instant('created_at').notNull(),
  decidedAt: instant('decided_at'),
  outcome: text('outcome', { enum: APPEAL_OUTCOMES }),
  reply: storedText('reply'),
  /** Who has decided about the appeal. */
  judgeId: key('judge_id'),
});
