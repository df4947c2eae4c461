import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** The upvotes of a product in numbers, without those who gave them. */
export type VoteCountsRow = {
  id: string;
  slug: string;
  /** ISO 8601, in UTC. */
  listedAt: string;
  /** Slugs, in ascending order. */
  tags: string[];
  /** Upvotes that count in the ranking, by the age of the account when it upvoted: under 7, 30 and 365 days, and older. */
  counting: [number, number, number, number];
  /** Until the account is old enough. */
  waiting: number;
  /** Of the submitter, and of banned members. */
  own: number;
  banned: number;
  /** By a moderator, because accounts vote together. */
  setAside: number;
};

/** The approved products whose ids come after one, in ascending order. */
export const listVoteCounts = (
  db: Db,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<VoteCountsRow[]> => countVotes(db, sql`id > ${afterId}::bigint`, limit);

/** The upvotes of an approved product. Undefined if it is not approved. */
export async function findVoteCounts(db: Db, id: string): Promise<VoteCountsRow | undefined> {
  const [row] = await countVotes(db, sql`id = ${id}::bigint`, 1);
  return row;
}

async function countVotes(db: Db, condition: SQL, limit: number): Promise<VoteCountsRow[]> {
  const { rows } = await db.execute<VoteCountsRow>(sql`
    SELECT listed.id::text AS id, slug,
      to_char(approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "listedAt",
      ARRAY(
        SELECT tags.slug FROM product_tags JOIN tags ON tags.id = product_tags.tag_id AND hidden_at IS NULL
        WHERE product_tags.product_id = listed.id ORDER BY tags.slug COLLATE "C"
      ) AS tags,
      counts.*
    FROM (
      SELECT id, slug, approved_at, submitter_id FROM products
      WHERE ${condition} AND status = 'approved' AND approved_at IS NOT NULL
      ORDER BY id LIMIT ${limit}
    ) AS listed
    CROSS JOIN LATERAL (
      SELECT
        ARRAY[
          count(*) FILTER (WHERE is_weighing AND age < interval '7 days'),
          count(*) FILTER (WHERE is_weighing AND age >= interval '7 days' AND age < interval '30 days'),
          count(*) FILTER (WHERE is_weighing AND age >= interval '30 days' AND age < interval '365 days'),
          count(*) FILTER (WHERE is_weighing AND age >= interval '365 days')
        ]::integer[] AS counting,
        count(*) FILTER (WHERE NOT is_weighing AND NOT is_banned AND NOT is_own AND NOT is_set_aside)::integer AS waiting,
        count(*) FILTER (WHERE NOT is_weighing AND NOT is_banned AND is_own)::integer AS own,
        count(*) FILTER (WHERE NOT is_weighing AND is_banned)::integer AS banned,
        count(*) FILTER (WHERE NOT is_weighing AND NOT is_banned AND NOT is_own AND is_set_aside)::integer AS "setAside"
      FROM (
        SELECT is_weighing, upvotes.created_at - users.created_at AS age, banned_at IS NOT NULL AS is_banned,
          user_id IS NOT DISTINCT FROM listed.submitter_id AS is_own,
          set_aside_upvotes.ring_id IS NOT NULL AS is_set_aside
        FROM upvotes JOIN users ON users.id = user_id
          LEFT JOIN set_aside_upvotes USING (product_id, user_id)
        WHERE product_id = listed.id
      ) AS votes
    ) AS counts
    ORDER BY listed.id`);
  return rows;
}
