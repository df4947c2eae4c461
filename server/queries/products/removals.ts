import { and, desc, eq, exists, gt, sql } from 'drizzle-orm';
import { boundOf, type ProductPosition } from './products';
import { z } from 'zod';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import type { Db } from '@/server/db/client';
import { products, productTags } from '@/server/db/schema';

const removalRow = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.coerce.date(),
  editName: z.nullable(z.string()),
  isEditRejected: z.boolean(),
});
export type RemovalRow = z.infer<typeof removalRow>;

/** The last products of a submitter that moderators removed after a report. Merged products also have the status `removed`. */
export async function listRemovals(db: Db, submitterId: string): Promise<RemovalRow[]> {
  const { rows } = await db.execute(sql`
    SELECT removed.id::text AS id, removed.name, removed.removed_at AS "removedAt", edits.name AS "editName",
      edits.rejection_reason IS NOT NULL AS "isEditRejected"
    FROM (
      SELECT id, name, removed_at FROM products
      WHERE submitter_id = ${submitterId}::bigint AND status = 'removed' AND withdrawn_at IS NULL
      ORDER BY removed_at DESC, id DESC LIMIT ${REPORT_LIMITS.removalsSearchedMax}
    ) AS removed
    CROSS JOIN LATERAL (
      SELECT action FROM audit_entries
      WHERE subject_kind = 'product' AND subject_id = removed.id AND action IN ('report.remove', 'product.restore')
      ORDER BY audit_entries.id DESC LIMIT 1
    ) AS last
    LEFT JOIN product_edits AS edits ON edits.product_id = removed.id
    WHERE last.action = 'report.remove'
    ORDER BY removed.removed_at DESC, removed.id DESC LIMIT ${REPORT_LIMITS.removalsMax}`);
  return z.array(removalRow).parse(rows);
}

const removedRow = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.coerce.date(),
  isWithdrawn: z.boolean(),
});

/** Products removed since an instant, without merged ones. The last one first. */
export async function listRestorableProducts(
  db: Db,
  { after, limit, since }: { after?: ProductPosition; limit: number; since: Date },
) {
  const isOlder = after
    ? sql`AND (removed_at, id) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await db.execute(sql`
    SELECT id::text AS id, name, removed_at AS "removedAt", withdrawn_at IS NOT NULL AS "isWithdrawn"
    FROM products
    WHERE status = 'removed' AND removed_at > ${since.toISOString()}::timestamptz ${isOlder}
      AND (withdrawn_at IS NOT NULL OR 'report.remove' = (
        SELECT action FROM audit_entries
        WHERE subject_kind = 'product' AND subject_id = products.id AND action IN ('report.remove', 'product.restore')
        ORDER BY audit_entries.id DESC LIMIT 1
      ))
    ORDER BY removed_at DESC, id DESC LIMIT ${limit}`);
  return z.array(removedRow).parse(rows);
}

export type RemovedProductRow = { id: string; removedAt: Date };

/** Lists products that were removed after an instant, the last one first: all, those of a tag or those of a member. */
export async function listRemovedProducts(
  db: Db,
  { tagId, submitterId, since, limit }: { tagId?: string; submitterId?: string; since: Date; limit: number },
): Promise<RemovedProductRow[]> {
  const hasTag = sql`(SELECT FROM ${productTags} WHERE ${productTags.productId} = ${products.id} AND ${productTags.tagId} = ${tagId})`;
  const rows = await db
    .select({ id: products.id, removedAt: products.removedAt })
    .from(products)
    .where(
      and(
        eq(products.status, 'removed'),
        gt(products.removedAt, since),
        tagId === undefined ? undefined : exists(hasTag),
        submitterId === undefined ? undefined : eq(products.submitterId, submitterId),
      ),
    )
    .orderBy(desc(products.removedAt), desc(products.id))
    .limit(limit);
  return rows.flatMap(({ id, removedAt }) => (removedAt === null ? [] : { id, removedAt }));
}
