import { pgTable, text } from 'drizzle-orm/pg-core';
import { APPEAL_OUTCOMES } from '@/lib/contract/plain/moderation';
import { identity, instant, key } from './columns';

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
  reply: text('reply'),
  /** Who has decided about the appeal. */
  judgeId: key('judge_id'),
});
