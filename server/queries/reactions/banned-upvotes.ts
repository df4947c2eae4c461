import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/**
 * Takes the upvotes of a user out of all counts. The rows stay, and count nowhere. To be called once the user is banned:
 * a trigger then lets none of them wait for the age of the account. Lock order: see `updateUpvotes`.
 */
export async function hideUpvotes(db: Db, userId: string): Promise<void> {
  await db.execute(sql`
    WITH mine AS (
      SELECT product_id, is_weighing FROM upvotes WHERE user_id = ${userId}::bigint ORDER BY product_id FOR UPDATE
    ), changed AS (
      UPDATE upvotes SET is_weighing = false WHERE user_id = ${userId}::bigint AND is_weighing
    ), locked AS (
      SELECT id, is_weighing FROM products JOIN mine ON product_id = id ORDER BY id FOR NO KEY UPDATE OF products
    )
    UPDATE products
    SET upvote_count = greatest(upvote_count - 1, 0),
        weighing_upvote_count = greatest(weighing_upvote_count - locked.is_weighing::integer, 0)
    FROM locked WHERE products.id = locked.id`);
  await db.execute(sql`
    WITH mine AS (
      SELECT pair_id, counts_in_ranking FROM alternative_upvotes WHERE user_id = ${userId}::bigint ORDER BY pair_id FOR UPDATE
    ), changed AS (
      UPDATE alternative_upvotes SET counts_in_ranking = false WHERE user_id = ${userId}::bigint AND counts_in_ranking
    ), locked AS (
      SELECT id, counts_in_ranking FROM alternatives JOIN mine ON pair_id = id ORDER BY id FOR NO KEY UPDATE OF alternatives
    )
    UPDATE alternatives
    SET upvote_count = greatest(upvote_count - 1, 0),
        ranking_upvote_count = greatest(ranking_upvote_count - locked.counts_in_ranking::integer, 0)
    FROM locked WHERE alternatives.id = locked.id`);
  await countDaysAgain(db);
}

/**
 * Shows the upvotes of a user again. To be called once the user is no longer banned: a trigger lets them wait for the age
 * of the account, and the job that counts upvotes in the ranking finds them.
 */
export async function showUpvotes(db: Db, userId: string): Promise<void> {
  await db.execute(sql`
    WITH mine AS (
      SELECT product_id FROM upvotes WHERE user_id = ${userId}::bigint ORDER BY product_id FOR UPDATE
    ), locked AS (
      SELECT id FROM products JOIN mine ON product_id = id ORDER BY id FOR NO KEY UPDATE OF products
    )
    UPDATE products SET upvote_count = upvote_count + 1 FROM locked WHERE products.id = locked.id`);
  await db.execute(sql`
    WITH mine AS (
      SELECT pair_id FROM alternative_upvotes WHERE user_id = ${userId}::bigint ORDER BY pair_id FOR UPDATE
    ), locked AS (
      SELECT id FROM alternatives JOIN mine ON pair_id = id ORDER BY id FOR NO KEY UPDATE OF alternatives
    )
    UPDATE alternatives SET upvote_count = upvote_count + 1 FROM locked WHERE alternatives.id = locked.id`);
  await countDaysAgain(db);
}

/** The next run of the job counts the upvotes of all days by tag again, also of those that were final. */
const countDaysAgain = (db: Db) => db.execute(sql`UPDATE upvote_days SET counted_at = '-infinity'`);
