import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { boundOf } from '@/server/queries/sql-values';
import { pairId, type Page } from './alternatives';

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

/** Pending pairs of public products after a position, oldest first. */
export async function listPendingAlternatives(db: Db, { after, limit }: Page): Promise<ProposalRow[]> {
  const isAfter = after
    ? sql` AND (created_at, id) > (${boundOf(after)}::timestamptz, ${after.id}::bigint)`
    : sql``;
  return proposals(db)
    .where(sql`status = 'pending' AND is_decidable${isAfter}`)
    .orderBy(sql`created_at, id`)
    .limit(limit);
}

/** Counts the pending pairs, up to a limit. */
export async function countPendingAlternatives(db: Db, countedMax: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM (SELECT FROM alternatives WHERE status = 'pending' AND is_decidable LIMIT ${countedMax}) AS waiting`);
  return rows[0]?.total ?? 0;
}

/** The pairs that a user has proposed after a position, newest first. */
export async function listProposals(
  db: Db,
  { proposerId, after, limit }: Page & { proposerId: string },
): Promise<ProposalRow[]> {
  const isAfter = after
    ? sql` AND (created_at, id) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`
    : sql``;
  return proposals(db)
    .where(sql`proposer_id = ${proposerId}::bigint${isAfter}`)
    .orderBy(sql`created_at DESC, id DESC`)
    .limit(limit);
}
