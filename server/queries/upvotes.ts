import { count, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { products, upvotes } from '@/server/db/schema';

/** Adds upvotes, less those that are there already. Counts are for `updateUpvoteCounts`. */
export async function insertUpvotes(db: Db, rows: (typeof upvotes.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(upvotes).values(rows).onConflictDoNothing();
}

/** Sets the products' counts to what the rows say. */
export async function updateUpvoteCounts(db: Db, productIds: readonly string[]): Promise<void> {
  const counted = db
    .select({
      productId: upvotes.productId,
      shown: count().as('shown'),
      weighing: sql<number>`count(*) FILTER (WHERE ${upvotes.isWeighing})`.as('weighing'),
    })
    .from(upvotes)
    .where(inArray(upvotes.productId, [...productIds]))
    .groupBy(upvotes.productId)
    .as('counted');
  await db
    .update(products)
    .set({ upvoteCount: sql`${counted.shown}`, weighingUpvoteCount: sql`${counted.weighing}` })
    .from(counted)
    .where(sql`${products.id} = ${counted.productId}`);
}
