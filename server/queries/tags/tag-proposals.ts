import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { PROPOSAL_REASONS } from '@/lib/contract/tag-curation';
import type { Db } from '@/server/db/client';
import type { ListPosition } from '@/server/queries/sql-values';
import type { ComparedTag } from './compared-tags';

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

/** Open proposals after a position, the best first. */
export async function listTagProposals(
  db: Db,
  { after, limit }: { after?: ListPosition; limit: number },
): Promise<ProposalRow[]> {
  const isLater = after
    ? sql`AND (score, tag_proposals.id) < (${Number(after.value)}::smallint, ${after.id}::bigint)`
    : sql``;
  const { rows } = await db.execute(sql`
    SELECT tag_proposals.id::text AS id, ${sideOf('low')}, ${sideOf('high')}, reason, score,
      shared_count AS "sharedCount", sampled_count AS "sampledCount"
    FROM tag_proposals
    JOIN tags low ON low.id = low_id AND low.is_listed JOIN tags high ON high.id = high_id AND high.is_listed
    WHERE dismissed_at IS NULL ${isLater}
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
