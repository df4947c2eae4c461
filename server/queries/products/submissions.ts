import { and, count, eq, lte, sql } from 'drizzle-orm';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { SubmissionStatus } from '@/lib/contract/submission';
import type { Db } from '@/server/db/client';
import { products } from '@/server/db/schema';
import { isApproved } from './products';

export type NewSubmission = Pick<
  typeof products.$inferSelect,
  | 'slug'
  | 'name'
  | 'tagline'
  | 'description'
  | 'descriptionHTML'
  | 'url'
  | 'screenshotId'
  | 'iconId'
  | 'brandSlug'
  | 'submitterId'
  | 'createdAt'
> & { canonicalURL: string };

/** Adds a pending product. Undefined when another product has the URL. */
export async function insertPendingProduct(db: Db, row: NewSubmission): Promise<string | undefined> {
  const [inserted] = await db
    .insert(products)
    .values({ ...row, status: 'pending', updatedAt: row.createdAt })
    .onConflictDoNothing({ target: products.canonicalURL })
    .returning({ id: products.id });
  return inserted?.id;
}

export type LockedProduct = typeof products.$inferSelect;

/** Locks a product against changes by others until the transaction ends. */
export async function lockProduct(db: Db, id: string): Promise<LockedProduct | undefined> {
  const [row] = await db.select().from(products).where(eq(products.id, id)).for('no key update');
  return row;
}

export type ProductChanges = Partial<
  Pick<
    LockedProduct,
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
    | 'iconCheckAt'
    | 'status'
    | 'editStatus'
    | 'rejectionReason'
    | 'approvedAt'
    | 'removedAt'
    | 'withdrawnAt'
  >
> & { updatedAt: Date };

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

/** The length of the moderators' queue, counted up to a limit. */
export async function countPendingProducts(db: Db): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM products WHERE review_status = 'pending' LIMIT ${MODERATION_LIMITS.countedPendingMax}
    ) AS queue`);
  return rows[0]?.total ?? 0;
}

/** How many places are counted, so that the length of the queue does not matter. */
const queuePlaceMax = 1_000;

/** The place of each pending product in the moderators' queue, for the first 1,000. The next product has place 1. */
export async function listQueuePlaces(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; place: number }>(sql`
    SELECT id, place::integer FROM (
      SELECT id, row_number() OVER (ORDER BY created_at, id) AS place
      FROM products WHERE review_status = 'pending'
      ORDER BY created_at, id LIMIT ${queuePlaceMax}
    ) AS queue
    WHERE id = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map(({ id, place }) => [id, place]));
}
