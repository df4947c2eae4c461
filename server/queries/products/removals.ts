import { and, desc, eq, exists, gt, type SQL, sql } from 'drizzle-orm';
import { listOrder, type PageFrom } from '@/server/queries/list-order';
import { timestamptz } from '@/server/queries/sql-values';
import { z } from 'zod';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import { REMOVAL_LIMITS } from '@/lib/contract/report';
import type { Db } from '@/server/db/client';
import { products, productTags } from '@/server/db/schema';

const lastRemovalOf = (id: SQL) => sql`(
  SELECT action FROM audit_entries
  WHERE subject_kind = 'product' AND subject_id = ${id} AND action IN ('report.remove', 'product.restore')
  ORDER BY audit_entries.id DESC LIMIT 1
)`;

/** A condition: moderators have removed the product after a report, and have not restored it. */
export const isRemovedAfterReport = (id: SQL) =>
  sql`('report.remove' IS NOT DISTINCT FROM ${lastRemovalOf(id)})`;

export async function wasRemovedAfterReport(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`SELECT WHERE ${isRemovedAfterReport(sql`${id}::bigint`)}`);
  return rowCount === 1;
}

/** A condition on `products`: moderators can list the product again. Merged products are also removed, and are never restored so. */
function isRestorable(now: Date): SQL {
  const since = new Date(now.getTime() - REMOVAL_LIMITS.restoreDays * DAY_MS);
  return sql`(products.status = 'removed' AND products.removed_at > ${timestamptz(since)}
    AND (products.withdrawn_at IS NOT NULL OR ${isRemovedAfterReport(sql`products.id`)}))`;
}

export async function canRestoreProduct(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`SELECT FROM products WHERE id = ${id}::bigint AND ${isRestorable(now)}`,
  );
  return rowCount === 1;
}

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
    CROSS JOIN LATERAL ${lastRemovalOf(sql`removed.id`)} AS last
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

export const restorableOrder = listOrder<z.infer<typeof removedRow>>('removals', {
  ...{ type: 'timestamptz', direction: 'descending' },
  positionOf: ({ removedAt: value, id }) => ({ value, id }),
});

export async function listRestorableProducts(db: Db, { after, limit, now }: PageFrom & { now: Date }) {
  const { rows } = await db.execute(sql`
    SELECT id::text AS id, name, removed_at AS "removedAt", withdrawn_at IS NOT NULL AND NOT ${isRemovedAfterReport(sql`products.id`)} AS "isWithdrawn"
    FROM products
    WHERE ${isRestorable(now)} AND ${restorableOrder.isAfter(after, sql`removed_at`, sql`id`)}
    ORDER BY removed_at DESC, id DESC LIMIT ${limit}`);
  return z.array(removedRow).parse(rows);
}

export type RemovedProductRow = { id: string; removedAt: Date };

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

/**
 * What members add to a product, by table: the rows of others than one member, or those of a product. A report without an
 * account does not count: it would take a product from its submitter. `__tests__/server/db/contributions.test.ts` fails on a table
 * that refers to a product and is neither here nor among its exceptions.
 */
export const CONTRIBUTIONS = {
  upvotes: (id, member) => sql`product_id = ${id} AND user_id <> ${member}`,
  bookmarks: (id, member) => sql`product_id = ${id} AND user_id <> ${member}`,
  suggestions: (id, member) => sql`product_id = ${id} AND member_id <> ${member}`,
  product_claims: (id, member) => sql`product_id = ${id} AND member_id <> ${member}`,
  reports: (id, member) => sql`product_id = ${id} AND reporter_id <> ${member}`,
  appeals: (id, member) => sql`product_id = ${id} AND user_id <> ${member}`,
  product_edits: (id, member) => sql`product_id = ${id} AND editor_id <> ${member}`,
  alternatives: (id, member) => sql`(product_id = ${id} OR alternative_id = ${id}) AND (
    proposer_id IS DISTINCT FROM ${member}
    OR EXISTS (SELECT FROM alternative_upvotes WHERE pair_id = alternatives.id AND user_id <> ${member})
  )`,
  // The upvotes, bookmarks and links of a duplicate have moved to the product.
  product_merges: (id) => sql`target_id = ${id}`,
} as const satisfies Readonly<Record<string, (productId: SQL, memberId: SQL) => SQL>>;

/** A condition on `products`: others than a member have contributed to the product. */
export const isSharedWithOthers = (memberId: string): SQL => {
  const conditions = Object.entries(CONTRIBUTIONS).map(
    ([table, isOfOthers]) =>
      sql`EXISTS (SELECT FROM ${sql.identifier(table)} WHERE ${isOfOthers(sql`products.id`, sql`${memberId}::bigint`)})`,
  );
  return sql`(${sql.join(conditions, sql` OR `)})`;
};

export async function hasContributionsOfOthers(db: Db, id: string, memberId: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`SELECT FROM products WHERE id = ${id}::bigint AND ${isSharedWithOthers(memberId)}`,
  );
  return rowCount === 1;
}
