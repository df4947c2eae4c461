import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { key } from './columns';
import type { productEdits, products, StoredValue } from './schema';

type Product = typeof products.$inferSelect;

/** What a decision about a pending product changes. */
type DecidedProduct = Pick<Product, 'status' | 'editStatus' | 'rejectionReason'> & {
  /** ISO 8601, as all instants in JSON. */
  approvedAt: string | null;
  updatedAt: string;
};

/** What the publication of an edit changes besides. */
type PublishedEdit = {
  edit: Omit<typeof productEdits.$inferSelect, 'productId' | 'rejectionReason'>;
  product: Pick<
    Product,
    | 'slug'
    | 'name'
    | 'tagline'
    | 'description'
    | 'descriptionHTML'
    | 'url'
    | 'canonicalURL'
    | 'screenshotId'
    | 'iconId'
    | 'brandSlug'
  > & { iconCheckAt: string };
  tagIds: string[];
  values: StoredValue[];
};

/** The state before a decision. */
export type BeforeDecision = { decided: DecidedProduct; published: PublishedEdit | null };

/** The last decision about each product, until it can no longer be undone. The log has who decided, and when. */
export const undoableDecisions = pgTable('undoable_decisions', {
  productId: key('product_id').primaryKey(),
  entryId: key('entry_id').notNull(),
  before: jsonb('before').$type<BeforeDecision>().notNull(),
});
