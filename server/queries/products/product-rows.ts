import { and, count, eq, lte } from 'drizzle-orm';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { SubmissionStatus } from '@/lib/contract/submission';
import type { Db } from '@/server/db/client';
import { products } from '@/server/db/schema';
import type { ProductContent } from '@/server/db/schema/moderation-schema';
import { isApproved } from './product-columns';

export type LockedProduct = typeof products.$inferSelect;

export type NewSubmission = ProductContent &
  Pick<LockedProduct, 'submitterId' | 'createdAt'> & { canonicalURL: string };

/** Adds a pending product. Undefined when another product has the URL. */
export async function insertPendingProduct(db: Db, row: NewSubmission): Promise<string | undefined> {
  const [inserted] = await db
    .insert(products)
    .values({ ...row, status: 'pending', updatedAt: row.createdAt })
    .onConflictDoNothing({ target: products.canonicalURL })
    .returning({ id: products.id });
  return inserted?.id;
}

/** Locks a product against changes by others until the transaction ends. */
export async function lockProduct(db: Db, id: string): Promise<LockedProduct | undefined> {
  const [row] = await db.select().from(products).where(eq(products.id, id)).for('no key update');
  return row;
}

type ProductStanding = Pick<
  LockedProduct,
  'iconCheckAt' | 'status' | 'editStatus' | 'rejectionReason' | 'approvedAt' | 'removedAt' | 'withdrawnAt'
>;
export type ProductChanges = Partial<ProductContent & ProductStanding> & { updatedAt: Date };

/** Fails with a write conflict when another product has the new URL or slug. */
export async function updateProduct(db: Db, id: string, changes: ProductChanges): Promise<void> {
  await db.update(products).set(changes).where(eq(products.id, id));
}

/** Frees the URL of a product that was withdrawn at or before an instant. */
export async function releaseWithdrawnURL(db: Db, canonicalURL: string, withdrawnUntil: Date): Promise<void> {
  await db
    .update(products)
    .set({ canonicalURL: null })
    .where(
      and(
        eq(products.canonicalURL, canonicalURL),
        eq(products.status, 'removed'),
        lte(products.withdrawnAt, withdrawnUntil),
      ),
    );
}

export async function deleteProduct(db: Db, id: string): Promise<void> {
  await db.delete(products).where(eq(products.id, id));
}

/** The number of a user's products by status. */
export async function countSubmissions(
  db: Db,
  submitterId: string,
): Promise<Record<SubmissionStatus, number>> {
  const rows = await db
    .select({ status: products.reviewStatus, total: count() })
    .from(products)
    .where(eq(products.submitterId, submitterId))
    .groupBy(products.reviewStatus);
  const totalOf = (status: ProductStatus) => rows.find((row) => row.status === status)?.total ?? 0;
  return {
    approved: totalOf('approved'),
    pending: totalOf('pending'),
    rejected: totalOf('rejected'),
    discontinued: totalOf('discontinued'),
  };
}

export const countApprovedProductsOf = (db: Db, submitterId: string): Promise<number> =>
  db.$count(products, and(eq(products.submitterId, submitterId), isApproved));
