import { pgTable, text } from 'drizzle-orm/pg-core';
import { PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import { key } from './columns';

/** Which parts of a product moderators have changed since its submitter has sent it. See migration 0100. */
export const moderatorChanges = pgTable('moderator_changes', {
  productId: key('product_id').primaryKey(),
  parts: text('parts', { enum: PRODUCT_PARTS }).array().notNull(),
});
