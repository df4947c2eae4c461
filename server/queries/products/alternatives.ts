import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productIsPublic } from '@/server/queries/visibility';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { conditionsOf, meets } from './product-listings';
import type { ListFilter } from './product-terms';
import { listOrder, newestFirst, oldestFirst, type PageFrom } from '@/server/queries/list-order';
import { timestamptz } from '@/server/queries/sql-values';

/** `7-12`: the ids of both products, the lower one first. */
export const pairId = sql<string>`product_id || '-' || alternative_id`;
const isPair = (id: string) => {
  const [first, second] = id.split('-');
  return sql`product_id = ${first}::bigint AND alternative_id = ${second}::bigint`;
};

export type AlternativeRow = {
  id: string;
  pairId: string;
  productId: string;
  upvoteCount: number;
  rankingUpvoteCount: number;
};

/** Beyond these, alternatives to one product are not looked at for filters. */
export const FILTERED_ALTERNATIVES_MAX = 100;

type AlternativesOptions = PageFrom & { productId: string; filter?: ListFilter };

export const alternativeOrder = listOrder<AlternativeRow>('alternatives', {
  ...{ type: 'integer', direction: 'descending' },
  positionOf: ({ rankingUpvoteCount: value, id }) => ({ value, id }),
});

/**
 * The approved alternatives to a product after a position. Products that are not listed
 * are left out. A filter is applied to the first 100 alternatives.
 */
export async function listAlternatives(
  db: Db,
  { productId, filter, after, limit }: AlternativesOptions,
): Promise<AlternativeRow[]> {
  const conditions = conditionsOf({ filter });
  const isFiltered = conditions.length > 0;
  const isAfter = alternativeOrder.isAfter(after, sql`ranking_upvote_count`, sql`id`);
  const orderedUpTo = (count: number) => sql`ORDER BY ranking_upvote_count DESC, id DESC LIMIT ${count}`;
  const countRead = isFiltered ? FILTERED_ALTERNATIVES_MAX : limit;
  // Each half reads an index of its own in this order.
  const half = (own: 'product_id' | 'alternative_id', other: 'product_id' | 'alternative_id') => sql`(
    SELECT id, ${pairId} AS pair_id, ${sql.identifier(other)} AS other_id, upvote_count, ranking_upvote_count, is_met
    FROM alternatives CROSS JOIN LATERAL (
      SELECT ${meets(conditions)} AS is_met FROM product_listings
      WHERE product_listings.product_id = alternatives.${sql.identifier(other)} AND term = 'all'
    ) AS listed
    WHERE ${sql.identifier(own)} = ${productId}::bigint AND status = 'approved' AND ${isFiltered ? sql`true` : isAfter}
    ${orderedUpTo(countRead)}
  )`;
  const { rows } = await db.execute<AlternativeRow>(sql`
    SELECT id, pair_id AS "pairId", other_id AS "productId", upvote_count AS "upvoteCount",
      ranking_upvote_count AS "rankingUpvoteCount"
    FROM (
      SELECT * FROM (${half('product_id', 'alternative_id')} UNION ALL ${half('alternative_id', 'product_id')}) AS halves
      ${orderedUpTo(countRead)}
    ) AS pairs
    WHERE is_met AND ${isFiltered ? isAfter : sql`true`}
    ${orderedUpTo(limit)}`);
  return rows;
}

/** The approved pairs of these products whose products both have a public page. */
export async function listPairs(db: Db, productIds: readonly string[]): Promise<string[]> {
  const ids = sql`ANY(${sql.param(productIds)}::bigint[])`;
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT ${pairId} AS id FROM alternatives
    WHERE product_id = ${ids} AND alternative_id = ${ids} AND status = 'approved' AND is_decidable
    ORDER BY product_id, alternative_id`);
  return rows.map(({ id }) => id);
}

type NewPair = { productIds: readonly [string, string]; proposerId: string; createdAt: Date };

/** Of a pair whose products both have a public page, also when the pair is inserted. */
const insertion = ({ productIds: [one, other], proposerId, createdAt }: NewPair) => sql`
  INSERT INTO alternatives (product_id, alternative_id, proposer_id, created_at)
  SELECT min(id), max(id), ${proposerId}::bigint, ${timestamptz(createdAt)}
  FROM (
    SELECT id FROM products
    WHERE id IN (${one}::bigint, ${other}::bigint) AND ${productIsPublic}
    ORDER BY id FOR SHARE
  ) AS locked
  HAVING count(*) = 2`;

/** Adds a pending pair. Undefined when the pair was proposed before. */
export async function insertAlternative(db: Db, pair: NewPair): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    sql`${insertion(pair)} ON CONFLICT DO NOTHING RETURNING ${pairId} AS id`,
  );
  return rows[0]?.id;
}

/** Adds a pending pair, or returns a rejected one to the queue. Undefined when the pair is pending or approved. */
export async function reopenAlternative(db: Db, pair: NewPair): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    ${insertion(pair)}
    ON CONFLICT (product_id, alternative_id) DO UPDATE
    SET status = 'pending', rejection_reason = NULL, decided_at = NULL, created_at = excluded.created_at
    WHERE alternatives.status = 'rejected'
    RETURNING alternatives.product_id || '-' || alternatives.alternative_id AS id`);
  return rows[0]?.id;
}

export async function lockAlternative(db: Db, id: string) {
  const [row] = await db.select().from(alternatives).where(isPair(id)).for('no key update');
  return row;
}

type Decision = { status: 'approved' | 'rejected'; rejectionReason: string | null; decidedAt: Date };

export async function updateAlternativeDecision(db: Db, id: string, decision: Decision): Promise<void> {
  await db.update(alternatives).set(decision).where(isPair(id));
}

const proposals = (db: Db) =>
  db
    .select({
      id: alternatives.id,
      pairId,
      productId: alternatives.productId,
      alternativeId: alternatives.alternativeId,
      status: alternatives.status,
      rejectionReason: alternatives.rejectionReason,
      createdAt: alternatives.createdAt,
    })
    .from(alternatives)
    .$dynamic();

export type ProposalRow = Awaited<ReturnType<typeof proposals>>[number];

export const pendingAlternativeOrder = oldestFirst('pendingAlternatives');

export async function listPendingAlternatives(db: Db, { after, limit }: PageFrom): Promise<ProposalRow[]> {
  const isAfter = pendingAlternativeOrder.isAfter(after, sql`created_at`, sql`id`);
  return proposals(db)
    .where(sql`status = 'pending' AND is_decidable AND ${isAfter}`)
    .orderBy(sql`created_at, id`)
    .limit(limit);
}

export async function countPendingAlternatives(db: Db, countedMax: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM (SELECT FROM alternatives WHERE status = 'pending' AND is_decidable LIMIT ${countedMax}) AS waiting`);
  return rows[0]?.total ?? 0;
}

export const proposalOrder = newestFirst('proposals');

export async function listProposals(
  db: Db,
  { proposerId, after, limit }: PageFrom & { proposerId: string },
): Promise<ProposalRow[]> {
  const isAfter = proposalOrder.isAfter(after, sql`created_at`, sql`id`);
  return proposals(db)
    .where(sql`proposer_id = ${proposerId}::bigint AND ${isAfter}`)
    .orderBy(sql`created_at DESC, id DESC`)
    .limit(limit);
}
