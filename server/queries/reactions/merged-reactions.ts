import { sql } from 'drizzle-orm';
import { isFormerSubmitter } from '@/server/queries/former-authors';
import type { Db } from '@/server/db/client';
import { countDaysAgain } from './counted-upvotes';

/** The two products of a merge. The caller has locked both against new reactions. */
export type Merge = { id: string; sourceId: string; targetId: string };

const accountAge = (accountsCreatedUntil: Date) =>
  sql`banned_at IS NULL AND users.created_at <= ${accountsCreatedUntil.toISOString()}::timestamptz`;
const isSubmitter = (productId: string) =>
  sql`EXISTS (SELECT FROM products WHERE products.id = ${productId}::bigint AND submitter_id = users.id)
    OR ${isFormerSubmitter(sql`${productId}::bigint`, sql`users.id`)}`;

/**
 * Moves upvotes and bookmarks from the source to the target. Of a user who has reacted to both, one reaction stays, with
 * the earlier date. Keeps what undoing needs. No row passes through this process.
 *
 * @param accountsCreatedUntil of the accounts whose upvotes count in the ranking.
 */
export async function moveReactions(
  db: Db,
  { id, sourceId, targetId }: Merge,
  accountsCreatedUntil: Date,
): Promise<void> {
  const moved = (kind: 'upvote' | 'bookmark') => {
    const table = sql.raw(`${kind}s`);
    return sql`
      WITH moved AS (
        DELETE FROM ${table} WHERE product_id = ${sourceId}::bigint RETURNING user_id, created_at
      ), kept AS (
        INSERT INTO merged_reactions (merge_id, kind, user_id, created_at, target_created_at)
        SELECT ${id}::bigint, ${kind}, moved.user_id, moved.created_at, present.created_at
        FROM moved LEFT JOIN ${table} present
          ON present.product_id = ${targetId}::bigint AND present.user_id = moved.user_id
      )`;
  };
  // Upvotes that are set aside stay so. See the trigger of migration 0082.
  await db.execute(sql`
    INSERT INTO set_aside_upvotes (product_id, user_id, ring_id)
    SELECT ${targetId}::bigint, user_id, ring_id FROM set_aside_upvotes
    WHERE product_id = ${sourceId}::bigint
      AND NOT EXISTS (
        SELECT FROM upvotes WHERE product_id = ${targetId}::bigint AND upvotes.user_id = set_aside_upvotes.user_id
      )
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    ${moved('upvote')}
    INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
    SELECT ${targetId}::bigint, users.id, moved.created_at,
      ${accountAge(accountsCreatedUntil)} AND NOT (${isSubmitter(targetId)})
    FROM moved JOIN users ON users.id = user_id
    ORDER BY users.id
    ON CONFLICT (product_id, user_id) DO UPDATE SET created_at = excluded.created_at
    WHERE upvotes.created_at > excluded.created_at`);
  await db.execute(sql`
    ${moved('bookmark')}
    INSERT INTO bookmarks (user_id, product_id, created_at)
    SELECT user_id, ${targetId}::bigint, created_at FROM moved ORDER BY user_id
    ON CONFLICT (user_id, product_id) DO UPDATE SET created_at = excluded.created_at
    WHERE bookmarks.created_at > excluded.created_at`);
  await recountReactions(db, [sourceId, targetId]);
}

/**
 * Gives the source its upvotes and bookmarks back, with their dates, and takes those from the target that the merge has
 * added. A reaction that its user has taken back since the merge stays away from both products; what other users have
 * done to the target since stays with the target.
 */
export async function returnReactions(
  db: Db,
  { id, sourceId, targetId }: Merge,
  accountsCreatedUntil: Date,
): Promise<void> {
  for (const kind of ['upvote', 'bookmark'] as const) {
    const table = sql.raw(`${kind}s`);
    const isRanked = kind === 'upvote' ? sql`, is_weighing` : sql``;
    const ranked =
      kind === 'upvote' ? sql`, ${accountAge(accountsCreatedUntil)} AND NOT ${isSubmitter(sourceId)}` : sql``;
    // Each part of the statement sees the rows from before the statement.
    await db.execute(sql`
      WITH kept AS (
        SELECT user_id, merged_reactions.created_at, target_created_at, present.created_at AS present_since
        FROM merged_reactions JOIN ${table} present USING (user_id)
        WHERE merge_id = ${id}::bigint AND kind = ${kind} AND present.product_id = ${targetId}::bigint
      ), returned AS (
        INSERT INTO ${table} (product_id, user_id, created_at${isRanked})
        SELECT ${sourceId}::bigint, users.id, kept.created_at${ranked}
        FROM kept JOIN users ON users.id = user_id
        ORDER BY users.id
        ON CONFLICT DO NOTHING
      ), removed AS (
        DELETE FROM ${table} present USING kept
        WHERE present.product_id = ${targetId}::bigint AND present.user_id = kept.user_id AND target_created_at IS NULL
      )
      UPDATE ${table} present SET created_at = target_created_at FROM kept
      WHERE present.product_id = ${targetId}::bigint AND present.user_id = kept.user_id
        AND target_created_at > kept.created_at AND present_since = kept.created_at`);
  }
  await db.execute(sql`
    DELETE FROM set_aside_upvotes copied USING merged_reactions reaction, set_aside_upvotes original
    WHERE copied.product_id = ${targetId}::bigint AND merge_id = ${id}::bigint AND kind = 'upvote'
      AND reaction.user_id = copied.user_id AND target_created_at IS NULL
      AND original.product_id = ${sourceId}::bigint AND original.user_id = copied.user_id
      AND original.ring_id = copied.ring_id`);
  await recountReactions(db, [sourceId, targetId]);
}

/** Sets the counts of products from their rows. The upvotes of banned users are not counted. */
async function recountReactions(db: Db, productIds: readonly [string, string]): Promise<void> {
  await db.execute(sql`
    WITH counted AS (
      SELECT id, shown, ranking, (SELECT count(*) FROM bookmarks WHERE product_id = id) AS bookmarked
      FROM unnest(${sql.param(productIds)}::bigint[]) AS merged (id)
      CROSS JOIN LATERAL (
        SELECT count(*) AS shown, count(*) FILTER (WHERE is_weighing) AS ranking
        FROM upvotes JOIN users ON users.id = user_id WHERE product_id = merged.id AND banned_at IS NULL
      ) AS counts
    )
    UPDATE products
    SET upvote_count = shown, weighing_upvote_count = ranking, bookmark_count = bookmarked
    FROM counted WHERE products.id = counted.id`);
  await countDaysAgain(db);
}

/** How many users have upvoted or bookmarked both products. Upvotes of banned users are not counted. */
export async function countCommonReactions(
  db: Db,
  productIds: readonly [string, string],
): Promise<{ upvotes: number; bookmarks: number }> {
  const [sourceId, targetId] = productIds;
  const { rows } = await db.execute<{ upvotes: number; bookmarks: number }>(sql`
    SELECT (
      SELECT count(*)::integer FROM upvotes mine JOIN upvotes other USING (user_id) JOIN users ON users.id = user_id
      WHERE mine.product_id = ${sourceId}::bigint AND other.product_id = ${targetId}::bigint AND banned_at IS NULL
    ) AS upvotes, (
      SELECT count(*)::integer FROM bookmarks mine JOIN bookmarks other USING (user_id)
      WHERE mine.product_id = ${sourceId}::bigint AND other.product_id = ${targetId}::bigint
    ) AS bookmarks`);
  return rows[0] ?? { upvotes: 0, bookmarks: 0 };
}
