import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { timestamptz } from '@/server/queries/sql-values';

type UpvoteChange = {
  /** `7-12`: the ids of both products, the lower one first. */
  id: string;
  userId: string;
  isWanted: boolean;
  createdAt: Date;
  /** The account is old enough. The proposer's own upvote never counts. */
  countsInRanking: boolean;
};

type PairAfter = {
  upvoteCount: number;
  isPublic: boolean;
  hasChanged: boolean;
};

/**
 * Adds an upvote of an approved pair whose products are both public, or deletes one of any pair, and counts it in the same statement.
 *
 * @returns the pair with its new count; undefined if there is none.
 */
export async function updateAlternativeUpvote(
  db: Db,
  { id, userId, isWanted, createdAt, countsInRanking }: UpvoteChange,
): Promise<PairAfter | undefined> {
  const [first, second] = id.split('-');
  // Lock order: upvotes before pairs, as in every transaction. Prevents deadlocks.
  const change = isWanted
    ? sql`INSERT INTO alternative_upvotes (pair_id, user_id, created_at, counts_in_ranking)
        SELECT id, ${userId}::bigint, ${timestamptz(createdAt)},
          ${countsInRanking}::boolean AND proposer_id IS DISTINCT FROM ${userId}::bigint
        FROM pair WHERE is_public
        ON CONFLICT DO NOTHING RETURNING 1 AS shown, counts_in_ranking::integer AS ranking`
    : sql`DELETE FROM alternative_upvotes USING pair WHERE pair_id = pair.id AND user_id = ${userId}::bigint
        RETURNING -1 AS shown, -counts_in_ranking::integer AS ranking`;
  const { rows } = await db.execute<PairAfter>(sql`
    WITH pair AS (
      SELECT id, proposer_id, status = 'approved' AND is_decidable AS is_public, upvote_count FROM alternatives
      WHERE product_id = ${first}::bigint AND alternative_id = ${second}::bigint
    ),
    changed AS (${change}),
    counted AS (
      UPDATE alternatives
      SET upvote_count = greatest(alternatives.upvote_count + shown, 0),
          ranking_upvote_count = greatest(ranking_upvote_count + ranking, 0)
      FROM pair, changed WHERE alternatives.id = pair.id
      RETURNING alternatives.upvote_count
    )
    SELECT is_public AS "isPublic", EXISTS (SELECT FROM changed) AS "hasChanged", coalesce((SELECT upvote_count FROM counted), upvote_count) AS "upvoteCount" FROM pair`);
  return rows[0];
}

export async function listUpvotedAlternatives(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const pairs = ids.map((id) => id.split('-'));
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT product_id || '-' || alternative_id AS id
    FROM unnest(
      ${sql.param(pairs.map(([first]) => first))}::bigint[], ${sql.param(pairs.map(([, second]) => second))}::bigint[]
    ) AS wanted (product_id, alternative_id)
    JOIN alternatives USING (product_id, alternative_id)
    JOIN alternative_upvotes ON pair_id = alternatives.id AND user_id = ${userId}::bigint`);
  return rows.map(({ id }) => id);
}
