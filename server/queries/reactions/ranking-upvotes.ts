import { sql } from 'drizzle-orm';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import type { Db } from '@/server/db/client';

/** Upvotes count in the ranking when the account was created at this time or earlier. */
export const rankingAccountsCreatedUntil = (now: Date): Date =>
  new Date(now.getTime() - RANKING_MIN_ACCOUNT_AGE_HOURS * HOUR_MS);

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
  // Lock order: see `updateUpvotes`.
  const { rows } = await db.execute<{ total: number }>(sql`
    WITH found AS (
      SELECT product_id, user_id FROM upvotes JOIN users ON users.id = user_id
      WHERE awaited_account_created_at <= ${accountsCreatedUntil.toISOString()}::timestamptz
        AND users.banned_at IS NULL
      LIMIT ${limit}
    ),
    due AS (
      SELECT product_id, user_id FROM found JOIN upvotes USING (product_id, user_id)
      ORDER BY product_id, user_id FOR UPDATE OF upvotes
    ),
    started AS (
      UPDATE upvotes SET is_weighing = true FROM due
      WHERE upvotes.product_id = due.product_id AND upvotes.user_id = due.user_id AND NOT upvotes.is_weighing
      RETURNING upvotes.product_id, is_weighing
    ),
    counted AS (
      SELECT product_id, count(*)::integer AS added FROM started WHERE is_weighing GROUP BY product_id
    ),
    locked AS (
      SELECT id, added FROM products JOIN counted ON product_id = id ORDER BY id FOR NO KEY UPDATE OF products
    ),
    weighed AS (
      UPDATE products SET weighing_upvote_count = weighing_upvote_count + locked.added
      FROM locked WHERE products.id = locked.id
    )
    SELECT coalesce(sum(added), 0)::integer AS total FROM counted`);
  return rows[0]?.total ?? 0;
}
