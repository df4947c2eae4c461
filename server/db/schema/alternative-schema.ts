import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ALTERNATIVE_STATUSES } from '@/lib/contract/alternative';
import { identity, instant, key } from './columns';

/** Two products that are alternatives to each other, the lower id first. The proposer is null once the account is deleted. */
export const alternatives = pgTable('alternatives', {
  id: identity(),
  productId: key('product_id').notNull(),
  alternativeId: key('alternative_id').notNull(),
  status: text('status', { enum: ALTERNATIVE_STATUSES }).notNull().default('pending'),
  rejectionReason: text('rejection_reason'),
  proposerId: key('proposer_id'),
  upvoteCount: integer('upvote_count').notNull().default(0),
  rankingUpvoteCount: integer('ranking_upvote_count').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  decidedAt: instant('decided_at'),
  /** Whether both products are public. Set by the database. */
  isDecidable: boolean('is_decidable').notNull().default(true),
});

export const alternativeUpvotes = pgTable(
  'alternative_upvotes',
  {
    pairId: key('pair_id').notNull(),
    userId: key('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    countsInRanking: boolean('counts_in_ranking').notNull(),
    /** As in `upvotes`. Set by the database. */
    awaitedAccountCreatedAt: instant('awaited_account_created_at'),
  },
  (table) => [primaryKey({ columns: [table.pairId, table.userId] })],
);
