import { count, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { products, upvotes } from '@/server/db/schema';

/** Adds the upvotes that do not exist yet. Does not change counts; call `updateUpvoteCounts`. */
export async function insertUpvotes(db: Db, rows: (typeof upvotes.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(upvotes).values(rows).onConflictDoNothing();
}

/** Recounts the upvotes of products. */
export async function updateUpvoteCounts(db: Db, productIds: readonly string[]): Promise<void> {
  const counted = db
    .select({
      productId: upvotes.productId,
      shown: count().as('shown'),
      ranking: sql<number>`count(*) FILTER (WHERE ${upvotes.countsInRanking})`.as('ranking'),
    })
    .from(upvotes)
    .where(inArray(upvotes.productId, [...productIds]))
    .groupBy(upvotes.productId)
    .as('counted');
  await db
    .update(products)
    .set({ upvoteCount: sql`${counted.shown}`, rankingUpvoteCount: sql`${counted.ranking}` })
    .from(counted)
    .where(sql`${products.id} = ${counted.productId}`);
}

type Upvote = { productId: string; userId: string };

/**
 * Adds a user's upvote of an approved product and counts it in the same statement, so that the count never differs
 * from the rows.
 *
 * @returns the new count; undefined when nothing changed: the upvote existed, or the product is not approved.
 */
export async function insertUpvote(
  db: Db,
  { productId, userId, createdAt, countsInRanking }: Upvote & { createdAt: Date; countsInRanking: boolean },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ upvoteCount: number }>(sql`
    WITH added AS (
      INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
      SELECT id, ${userId}::bigint, ${createdAt.toISOString()}::timestamptz, ${countsInRanking}::boolean
      FROM products WHERE id = ${productId}::bigint AND status = 'approved'
      ON CONFLICT DO NOTHING
      RETURNING product_id, is_weighing
    )
    UPDATE products
    SET upvote_count = upvote_count + 1,
        weighing_upvote_count = weighing_upvote_count + added.is_weighing::integer
    FROM added WHERE products.id = added.product_id
    RETURNING upvote_count AS "upvoteCount"`);
  return rows[0]?.upvoteCount;
}

/**
 * Deletes a user's upvote, whatever the product's status, and updates the count in the same statement.
 *
 * @returns the new count; undefined when there was no such upvote.
 */
export async function deleteUpvote(db: Db, { productId, userId }: Upvote): Promise<number | undefined> {
  const { rows } = await db.execute<{ upvoteCount: number }>(sql`
    WITH removed AS (
      DELETE FROM upvotes WHERE product_id = ${productId}::bigint AND user_id = ${userId}::bigint
      RETURNING product_id, is_weighing
    )
    UPDATE products
    SET upvote_count = greatest(upvote_count - 1, 0),
        weighing_upvote_count = greatest(weighing_upvote_count - removed.is_weighing::integer, 0)
    FROM removed WHERE products.id = removed.product_id
    RETURNING upvote_count AS "upvoteCount"`);
  return rows[0]?.upvoteCount;
}

/**
 * Counts upvotes in the ranking whose account was created at or before an instant, at most `limit` of them. Skips the
 * upvotes of banned users.
 *
 * @returns the number of upvotes changed.
 */
export async function updateUpvotesCountedInRanking(
  db: Db,
  { accountsCreatedUntil, limit }: { accountsCreatedUntil: Date; limit: number },
): Promise<number> {
  // Lock order: upvotes before products, as in every transaction. Prevents deadlocks.
  const { rows } = await db.execute<{ total: number }>(sql`
    WITH due AS (
      SELECT product_id, user_id FROM upvotes JOIN users ON users.id = user_id
      WHERE awaited_account_created_at <= ${accountsCreatedUntil.toISOString()}::timestamptz
        AND users.banned_at IS NULL
      LIMIT ${limit}
    ),
    started AS (
      UPDATE upvotes SET is_weighing = true FROM due
      WHERE upvotes.product_id = due.product_id AND upvotes.user_id = due.user_id AND NOT upvotes.is_weighing
      RETURNING upvotes.product_id
    ),
    counted AS (SELECT product_id, count(*)::integer AS added FROM started GROUP BY product_id),
    weighed AS (
      UPDATE products SET weighing_upvote_count = weighing_upvote_count + counted.added
      FROM counted WHERE products.id = counted.product_id
    )
    SELECT coalesce(sum(added), 0)::integer AS total FROM counted`);
  return rows[0]?.total ?? 0;
}
