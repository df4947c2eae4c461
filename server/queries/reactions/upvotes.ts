import { count, inArray, sql } from 'drizzle-orm';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import { isFormerSubmitter } from '@/server/queries/former-authors';
import type { Db } from '@/server/db/client';
import { products, upvotes } from '@/server/db/schema';
import type { ReactableProduct } from './reactions';

/** Upvotes count in the ranking when the account was created at this time or earlier. */
export const rankingAccountsCreatedUntil = (now: Date): Date =>
  new Date(now.getTime() - RANKING_MIN_ACCOUNT_AGE_HOURS * HOUR_MS);

/** Adds the upvotes that do not exist yet. Does not change counts; call `updateUpvoteCounts`. */
export async function insertUpvotes(db: Db, rows: (typeof upvotes.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(upvotes).values(rows).onConflictDoNothing();
}

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

export type UpvoteChange = {
  productId: string;
  userId: string;
  isWanted: boolean;
  createdAt: Date;
  countsInRanking: boolean;
};

/**
 * Adds upvotes of approved products and deletes upvotes, whatever the product's status. Counts them in the same
 * statement, so that the counts never differ from the rows. The own upvote of the submitter, also of a former one, never counts in the ranking.
 *
 * @param changes at most one wish per product and user.
 * @returns the products that exist, with their new counts.
 */
export async function updateUpvotes(
  db: Db,
  changes: readonly UpvoteChange[],
): Promise<Map<string, ReactableProduct>> {
  const columnOf = <T>(read: (change: UpvoteChange) => T) => sql.param(changes.map(read));
  // Lock order: upvotes before products, both by id, as in every transaction. Prevents deadlocks. `present` comes before:
  // the weakest lock waits for a merge of the product alone, and then has the product as the merge has left it.
  const { rows } = await db.execute<ReactableProduct & { id: string }>(sql`
    WITH changes AS (
      SELECT * FROM unnest(
        ${columnOf(({ productId }) => productId)}::bigint[],
        ${columnOf(({ userId }) => userId)}::bigint[],
        ${columnOf(({ isWanted }) => isWanted)}::boolean[],
        ${columnOf(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
        ${columnOf(({ countsInRanking }) => countsInRanking)}::boolean[]
      ) AS changes (product_id, user_id, is_wanted, created_at, is_weighing)
    ),
    present AS (
      SELECT id, status, approved_at, submitter_id, upvote_count FROM products
      WHERE id IN (SELECT product_id FROM changes)
      ORDER BY id FOR KEY SHARE OF products
    ),
    added AS (
      INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
      SELECT id, user_id, changes.created_at, is_weighing AND submitter_id IS DISTINCT FROM user_id
        AND NOT ${isFormerSubmitter(sql`id`, sql`user_id`)}
      FROM changes JOIN present ON id = product_id
      WHERE is_wanted AND status = 'approved'
      ORDER BY id, user_id
      ON CONFLICT DO NOTHING
      RETURNING product_id, is_weighing
    ),
    unwanted AS (
      SELECT product_id, user_id
      FROM changes JOIN present ON id = product_id JOIN upvotes USING (product_id, user_id)
      WHERE NOT is_wanted
      ORDER BY product_id, user_id FOR UPDATE OF upvotes
    ),
    removed AS (
      DELETE FROM upvotes USING unwanted
      WHERE upvotes.product_id = unwanted.product_id AND upvotes.user_id = unwanted.user_id
      RETURNING upvotes.product_id, is_weighing
    ),
    differences AS (
      SELECT product_id, sum(added)::integer AS shown, sum(added * is_weighing::integer)::integer AS ranking
      FROM (
        SELECT product_id, is_weighing, 1 AS added FROM added UNION ALL SELECT product_id, is_weighing, -1 FROM removed
      ) AS changed
      GROUP BY product_id
    ),
    locked AS (
      SELECT id, shown, ranking FROM products JOIN differences ON product_id = id
      ORDER BY id FOR NO KEY UPDATE OF products
    ),
    counted AS (
      UPDATE products
      SET upvote_count = greatest(upvote_count + shown, 0),
          weighing_upvote_count = greatest(weighing_upvote_count + ranking, 0)
      FROM locked WHERE products.id = locked.id
      RETURNING products.id, upvote_count
    )
    SELECT id, status, approved_at AS "approvedAt",
      coalesce(counted.upvote_count, present.upvote_count) AS "upvoteCount"
    FROM present LEFT JOIN counted USING (id)`);
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}
