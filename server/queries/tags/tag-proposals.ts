import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { PROPOSAL_REASONS } from '@/lib/contract/tag-merge';
import { listOrder, type PageFrom } from '@/server/queries/list-order';

const comparedTag = z.object({
  id: z.string(),
  slug: z.string(),
  matchKey: z.string(),
  productCount: z.number(),
  parentId: z.nullable(z.string()),
  isListed: z.boolean(),
});
export type ComparedTag = z.infer<typeof comparedTag>;

const columns = sql`tags.id::text AS id, tags.slug, tags.match_key AS "matchKey", tags.product_count AS "productCount",
  tags.parent_id::text AS "parentId", tags.is_listed AS "isListed"`;
const isComparable = sql`is_listed AND product_count > 0`;

export async function listUncomparedTags(db: Db, limit: number): Promise<ComparedTag[]> {
  const { rows } = await db.execute(sql`
    SELECT ${columns} FROM tags WHERE compared_product_count IS DISTINCT FROM product_count ORDER BY tags.id LIMIT ${limit}`);
  return z.array(comparedTag).parse(rows);
}

/** How many tags are read for each half and length. Beyond that, a word is too common to say anything. */
const NEAR_MAX = 100;
const LAST_CHARACTER = '\u{10FFFF}';

/** Tags with the same key, and those whose key has about as many letters and the same first or second half. */
export async function listSimilarTags(db: Db, { id, matchKey }: ComparedTag): Promise<ComparedTag[]> {
  const letters = Array.from(matchKey);
  const half = Math.floor(letters.length / 2);
  const start = letters.slice(0, half).join('');
  const end = letters.slice(half).reverse().join('');
  const near = (key: ReturnType<typeof sql>, part: string) => sql`(
    SELECT found.id FROM generate_series(${letters.length - 1}::integer, ${letters.length + 1}::integer) AS chars
    CROSS JOIN LATERAL (
      SELECT id FROM tags WHERE ${isComparable} AND length(match_key) = chars
        AND ${key} COLLATE "C" >= ${part} AND ${key} COLLATE "C" < ${part + LAST_CHARACTER}
      LIMIT ${NEAR_MAX}
    ) AS found
  )`;
  const { rows } = await db.execute(sql`
    SELECT ${columns} FROM tags
    WHERE id IN (
      SELECT id FROM tags WHERE ${isComparable} AND length(match_key) = ${letters.length} AND match_key COLLATE "C" = ${matchKey}
      UNION ${half === 0 ? sql`SELECT NULL` : near(sql`match_key`, start)}
      UNION ${half === 0 ? sql`SELECT NULL` : near(sql`reverse(match_key)`, end)}
    ) AND id <> ${id}::bigint`);
  return z.array(comparedTag).parse(rows);
}

const sharedTag = z.extend(comparedTag, { sharedCount: z.int(), sampledCount: z.int() });

export async function listSharedTags(
  db: Db,
  { id }: ComparedTag,
  { sampledMax, sharedMin, shareMin }: { sampledMax: number; sharedMin: number; shareMin: number },
) {
  const { rows } = await db.execute(sql`
    WITH sample AS MATERIALIZED (
      SELECT product_id FROM product_tags WHERE tag_id = ${id}::bigint ORDER BY product_id DESC LIMIT ${sampledMax}
    ), sampled AS (SELECT count(*)::integer AS total FROM sample)
    SELECT ${columns}, shared.total AS "sharedCount", sampled.total AS "sampledCount"
    FROM (
      SELECT other.tag_id, count(*)::integer AS total FROM sample JOIN product_tags other USING (product_id)
      WHERE other.tag_id <> ${id}::bigint GROUP BY other.tag_id HAVING count(*) >= ${sharedMin}
    ) AS shared
    CROSS JOIN sampled
    JOIN tags ON tags.id = shared.tag_id AND ${isComparable}
    WHERE shared.total >= sampled.total * ${shareMin}::float8`);
  return z.array(sharedTag).parse(rows);
}

const proposalFigures = {
  reason: z.enum(PROPOSAL_REASONS),
  score: z.int(),
  sharedCount: z.nullable(z.int()),
  sampledCount: z.nullable(z.int()),
};
export type FoundPair = { otherId: string } & Pick<ProposalRow, keyof typeof proposalFigures>;

/** Stores what a comparison of a tag has found, and forgets what it no longer finds. Dismissed pairs stay dismissed. */
export async function replaceProposals(
  db: Db,
  { id, productCount }: ComparedTag,
  { pairs, now }: { pairs: readonly FoundPair[]; now: Date },
): Promise<void> {
  const subject = sql`${id}::bigint`;
  const found = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS found (
    "otherId" bigint, reason text, score smallint, "sharedCount" integer, "sampledCount" integer)`;
  await db.execute(sql`
    DELETE FROM tag_proposals
    WHERE dismissed_at IS NULL AND (low_id = ${subject} OR high_id = ${subject})
      AND low_id + high_id - ${subject} <> ALL (ARRAY(SELECT "otherId" FROM ${found}))`);
  await db.execute(sql`
    INSERT INTO tag_proposals (low_id, high_id, reason, score, shared_count, sampled_count, found_at)
    SELECT least("otherId", ${subject}), greatest("otherId", ${subject}), reason, score, "sharedCount", "sampledCount",
      ${now.toISOString()}::timestamptz
    FROM ${found} ORDER BY 1, 2
    ON CONFLICT (low_id, high_id) DO UPDATE SET reason = excluded.reason, score = excluded.score,
      shared_count = excluded.shared_count, sampled_count = excluded.sampled_count
    WHERE tag_proposals.dismissed_at IS NULL`);
  await db.execute(sql`UPDATE tags SET compared_product_count = ${productCount} WHERE id = ${subject}`);
}

const side = z.object({ id: z.string(), slug: z.string(), name: z.string(), productCount: z.int() });
const proposalRow = z.object({ id: z.string(), low: side, high: side, ...proposalFigures });
export type ProposalRow = z.infer<typeof proposalRow>;

const sideOf = (alias: 'low' | 'high') => sql`json_build_object(
  'id', ${sql.identifier(alias)}.id::text, 'slug', ${sql.identifier(alias)}.slug, 'name', ${sql.identifier(alias)}.name,
  'productCount', ${sql.identifier(alias)}.product_count) AS ${sql.identifier(alias)}`;

export const tagProposalOrder = listOrder<ProposalRow>('tagProposals', {
  ...{ type: 'smallint', direction: 'descending' },
  positionOf: ({ score: value, id }) => ({ value, id }),
});

export async function listTagProposals(db: Db, { after, limit }: PageFrom): Promise<ProposalRow[]> {
  const isAfter = tagProposalOrder.isAfter(after, sql`score`, sql`tag_proposals.id`);
  const { rows } = await db.execute(sql`
    SELECT tag_proposals.id::text AS id, ${sideOf('low')}, ${sideOf('high')}, reason, score,
      shared_count AS "sharedCount", sampled_count AS "sampledCount"
    FROM tag_proposals
    JOIN tags low ON low.id = low_id AND low.is_listed JOIN tags high ON high.id = high_id AND high.is_listed
    WHERE dismissed_at IS NULL AND ${isAfter}
    ORDER BY score DESC, tag_proposals.id DESC LIMIT ${limit}`);
  return z.array(proposalRow).parse(rows);
}

/** @returns the names of the tags of a proposal that was not dismissed before; undefined without one. */
export async function dismissProposal(
  db: Db,
  id: string,
  now: Date,
): Promise<{ low: string; high: string } | undefined> {
  const { rows } = await db.execute<{ low: string; high: string }>(sql`
    WITH dismissed AS (
      UPDATE tag_proposals SET dismissed_at = ${now.toISOString()}::timestamptz
      WHERE id = ${id}::bigint AND dismissed_at IS NULL RETURNING low_id, high_id
    )
    SELECT low.name AS low, high.name AS high
    FROM dismissed JOIN tags low ON low.id = low_id JOIN tags high ON high.id = high_id`);
  return rows[0];
}
