import { sql } from 'drizzle-orm';
import { HOT_PLACES_MAX } from '@/lib/contract/plain/ranking';
import type { Db } from '@/server/db/client';

/**
 * The place of an approved product in the hot order, and the number of approved products.
 *
 * @returns place null after the first 1,000: no more rows are counted.
 */
export async function findHotPlace(db: Db, { hot, id }: { hot: number; id: string }) {
  const { rows } = await db.execute<{ ahead: number; productCount: number }>(sql`
    SELECT count(*)::integer AS ahead,
      (SELECT coalesce(sum(product_count), 0)::integer FROM approval_days) AS "productCount"
    FROM (
      SELECT FROM product_listings WHERE term = 'all' AND (hot, product_id) > (${hot}, ${id}::bigint)
      ORDER BY hot DESC, product_id DESC LIMIT ${HOT_PLACES_MAX}
    ) AS ahead`);
  const { ahead = 0, productCount = 0 } = rows[0] ?? {};
  return { place: ahead < HOT_PLACES_MAX ? ahead + 1 : null, productCount };
}

/** The place in the top list of all time. As `findHotPlace`. */
export async function findTopPlace(
  db: Db,
  { rankingUpvoteCount, id }: { rankingUpvoteCount: number; id: string },
): Promise<number | null> {
  const { rows } = await db.execute<{ ahead: number }>(sql`
    SELECT count(*)::integer AS ahead FROM (
      SELECT FROM product_listings
      WHERE term = 'all' AND (ranking_upvote_count, product_id) > (${rankingUpvoteCount}, ${id}::bigint)
      ORDER BY ranking_upvote_count DESC, product_id DESC LIMIT ${HOT_PLACES_MAX}
    ) AS ahead`);
  const { ahead = 0 } = rows[0] ?? {};
  return ahead < HOT_PLACES_MAX ? ahead + 1 : null;
}
