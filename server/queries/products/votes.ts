import { type SQL, sql } from 'drizzle-orm';
import { isFormerSubmitter } from '@/server/queries/former-authors';
import type { Db } from '@/server/db/client';
import { productIsPublic } from '@/server/queries/visibility';
import { HOT_PLACES_MAX } from '@/lib/contract/plain/ranking';

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
  /** By a moderator, because accounts upvote together. */
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
          user_id IS NOT DISTINCT FROM listed.submitter_id
            OR ${isFormerSubmitter(sql`listed.id`, sql`user_id`)} AS is_own,
          set_aside_upvotes.ring_id IS NOT NULL AS is_set_aside
        FROM upvotes JOIN users ON users.id = user_id
          LEFT JOIN set_aside_upvotes USING (product_id, user_id)
        WHERE product_id = listed.id
      ) AS votes
    ) AS counts
    ORDER BY listed.id`);
  return rows;
}

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

/** Starts the dump of a day unless it has started. Resolves to its progress, or to undefined when it is finished. */
export async function beginVoteDump(db: Db, day: string): Promise<{ lastProductId: string } | undefined> {
  await db.execute(sql`INSERT INTO vote_dumps (day) VALUES (${day}::date) ON CONFLICT DO NOTHING`);
  const { rows } = await db.execute<{ lastProductId: string }>(sql`
    SELECT last_product_id::text AS "lastProductId" FROM vote_dumps
    WHERE day = ${day}::date AND finished_at IS NULL`);
  return rows[0];
}

type VoteDumpPart = {
  day: string;
  afterId: string;
  lastId: string;
  /** The line of each product, which begins with its id in quotes. */
  records: readonly { id: string; line: string }[];
};

/**
 * Leaves out products that are erased before the part is stored. Resolves to false when another process has added the
 * products after `afterId`.
 */
export async function addVoteDumpPart(
  db: Db,
  { day, afterId, lastId, records }: VoteDumpPart,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    WITH present AS MATERIALIZED (
      SELECT id FROM products WHERE id = ANY(${sql.param(records.map(({ id }) => id))}::bigint[])
      ORDER BY id FOR KEY SHARE
    ), dump AS (
      UPDATE vote_dumps SET last_product_id = ${lastId}::bigint
      WHERE day = ${day}::date AND last_product_id = ${afterId}::bigint AND finished_at IS NULL RETURNING day
    )
    INSERT INTO vote_dump_parts (day, after_id, records)
    SELECT day, ${afterId}::bigint, coalesce((
      SELECT string_agg(line, '' ORDER BY id)
      FROM unnest(
        ${sql.param(records.map(({ id }) => id))}::bigint[], ${sql.param(records.map(({ line }) => line))}::text[]
      ) AS lines (id, line)
      JOIN present USING (id)
    ), '') FROM dump`);
  return rowCount === 1;
}

export async function finishVoteDump(
  db: Db,
  { day, lastProductId, now }: { day: string; lastProductId: string; now: Date },
): Promise<void> {
  await db.execute(sql`
    UPDATE vote_dumps SET finished_at = ${now.toISOString()}::timestamptz
    WHERE day = ${day}::date AND last_product_id = ${lastProductId}::bigint AND finished_at IS NULL`);
}

/** @param firstKept the dumps of earlier days are deleted, including unfinished ones. */
export async function deleteVoteDumps(db: Db, firstKept: string): Promise<void> {
  await db.execute(sql`DELETE FROM vote_dumps WHERE day < ${firstKept}::date`);
}

export async function listVoteDumpDays(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    SELECT day::text AS day FROM vote_dumps WHERE finished_at IS NOT NULL ORDER BY vote_dumps.day DESC`);
  return rows.map(({ day }) => day);
}

/** Takes the line of an erased product out of every dump. The product is locked, so that no dump gets the product before the transaction ends. */
export async function leaveOutOfVoteDumps(db: Db, productId: string): Promise<void> {
  await db.execute(sql`
    UPDATE vote_dump_parts SET records = regexp_replace(records, ${`(^|\n)"${productId}",[^\n]*\n`}, '\\1')
    FROM (
      SELECT day, max(after_id) AS after_id FROM vote_dump_parts WHERE after_id < ${productId}::bigint GROUP BY day
    ) AS parts
    WHERE vote_dump_parts.day = parts.day AND vote_dump_parts.after_id = parts.after_id`);
}

/**
 * The part of a finished dump that begins at or after an id, without the products that are not public any more. Undefined
 * after the last part.
 */
export async function findVoteDumpPart(
  db: Db,
  { day, from }: { day: string; from: string },
): Promise<{ afterId: string; records: string } | undefined> {
  const { rows } = await db.execute<{ afterId: string; records: string }>(sql`
    SELECT after_id::text AS "afterId", coalesce((
      SELECT string_agg(line || chr(10), '' ORDER BY products.id)
      FROM regexp_split_to_table(records, chr(10)) AS line
      JOIN products ON products.id = nullif(split_part(line, '"', 2), '')::bigint
      WHERE ${productIsPublic}
    ), '') AS records
    FROM vote_dump_parts JOIN vote_dumps USING (day)
    WHERE day = ${day}::date AND after_id >= ${from}::bigint AND finished_at IS NOT NULL
    ORDER BY after_id LIMIT 1`);
  return rows[0];
}
