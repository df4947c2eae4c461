import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/**
 * Sets the upvotes aside that the members of a ring have given to its products. They are shown and do not count in the
 * ranking. The caller has locked the ring.
 *
 * @returns how many were set aside.
 */
export async function setUpvotesAside(db: Db, ringId: string): Promise<number> {
  const { rows } = await db.execute<{ product_id: string; user_id: string }>(sql`
    INSERT INTO set_aside_upvotes (product_id, user_id, ring_id)
    SELECT product_id, user_id, vote_rings.id
    FROM vote_rings JOIN vote_ring_members ON ring_id = vote_rings.id JOIN upvotes USING (user_id)
    WHERE vote_rings.id = ${ringId}::bigint AND product_id = ANY(product_ids)
    ORDER BY product_id, user_id
    ON CONFLICT DO NOTHING
    RETURNING product_id::text, user_id::text`);
  await updateCounting(db, rows, sql`false`);
  return rows.length;
}

/**
 * Lets the upvotes of a ring count again, unless the account is too young or banned, or has submitted the product.
 *
 * @returns how many were set aside.
 */
export async function restoreUpvotes(db: Db, ringId: string, accountsCreatedUntil: Date): Promise<number> {
  const { rows } = await db.execute<{ product_id: string; user_id: string }>(sql`
    DELETE FROM set_aside_upvotes WHERE ring_id = ${ringId}::bigint RETURNING product_id::text, user_id::text`);
  await updateCounting(
    db,
    rows,
    sql`EXISTS (
      SELECT FROM users WHERE users.id = due.user_id AND banned_at IS NULL
        AND users.created_at <= ${accountsCreatedUntil.toISOString()}::timestamptz
    ) AND NOT EXISTS (
      SELECT FROM products WHERE products.id = due.product_id AND submitter_id = due.user_id
    )`,
  );
  return rows.length;
}

/** Sets which upvotes count in the ranking, and counts them again. Lock order: see `updateUpvotes`. */
async function updateCounting(
  db: Db,
  upvotes: readonly { product_id: string; user_id: string }[],
  counts: ReturnType<typeof sql>,
): Promise<void> {
  if (upvotes.length === 0) return;
  await db.execute(sql`
    WITH due AS (
      SELECT product_id, user_id, is_weighing FROM unnest(
        ${sql.param(upvotes.map(({ product_id }) => product_id))}::bigint[],
        ${sql.param(upvotes.map(({ user_id }) => user_id))}::bigint[]
      ) AS chosen (product_id, user_id) JOIN upvotes USING (product_id, user_id)
      ORDER BY product_id, user_id FOR UPDATE OF upvotes
    ), changed AS (
      UPDATE upvotes SET is_weighing = ${counts} FROM due
      WHERE upvotes.product_id = due.product_id AND upvotes.user_id = due.user_id
      RETURNING upvotes.product_id, upvotes.is_weighing::integer - due.is_weighing::integer AS added
    ), counted AS (SELECT product_id, sum(added)::integer AS added FROM changed GROUP BY product_id),
    locked AS (
      SELECT id, added FROM products JOIN counted ON product_id = id WHERE added <> 0 ORDER BY id FOR NO KEY UPDATE OF products
    )
    UPDATE products SET weighing_upvote_count = greatest(weighing_upvote_count + added, 0)
    FROM locked WHERE products.id = locked.id`);
  // The next run of the job counts the upvotes of all days by tag again, also of those that were final.
  await db.execute(sql`UPDATE upvote_days SET counted_at = '-infinity'`);
}
