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
      weighing: sql<number>`count(*) FILTER (WHERE ${upvotes.countsInRanking})`.as('weighing'),
    })
    .from(upvotes)
    .where(inArray(upvotes.productId, [...productIds]))
    .groupBy(upvotes.productId)
    .as('counted');
  await db
    .update(products)
    .set({ upvoteCount: sql`${counted.shown}`, rankingUpvoteCount: sql`${counted.weighing}` })
    .from(counted)
    .where(sql`${products.id} = ${counted.productId}`);
}

type Vote = { productId: string; userId: string };

/**
 * Adds a member's vote to an approved product and counts it in the same statement, so that no other can come
 * between the two.
 *
 * @returns the new count; undefined when nothing changed: the vote was there, or the product is not approved.
 */
export async function insertUpvote(
  db: Db,
  { productId, userId, createdAt, countsInRanking }: Vote & { createdAt: Date; countsInRanking: boolean },
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
 * Removes a member's vote, whatever became of the product, and counts it off in the same statement.
 *
 * @returns the new count; undefined when there was no such vote.
 */
export async function deleteUpvote(db: Db, { productId, userId }: Vote): Promise<number | undefined> {
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
 * Lets votes weigh whose account was made at or before an instant, at most `limit` of them. The votes of banned
 * members stay as they are.
 *
 * @returns how many.
 */
export async function updateUpvotesCountedInRanking(
  db: Db,
  { accountsMadeUntil, limit }: { accountsMadeUntil: Date; limit: number },
): Promise<number> {
  // The rows of votes before those of products, as everywhere: two that wait for each other would be one too many.
  const { rows } = await db.execute<{ total: number }>(sql`
    WITH due AS (
      SELECT product_id, user_id FROM upvotes JOIN users ON users.id = user_id
      WHERE NOT is_weighing AND users.created_at <= ${accountsMadeUntil.toISOString()}::timestamptz
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
