import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productMerges } from '@/server/db/schema/moderation-schema';
import { products, users } from '@/server/db/schema';
import type { Merge } from '@/server/queries/reactions/merged-reactions';
import { boundOf, type ListPosition } from '@/server/queries/sql-values';
import type { LockedProduct } from './product-rows';

export async function insertMerge(db: Db, merge: typeof productMerges.$inferInsert): Promise<string> {
  const [row] = await db.insert(productMerges).values(merge).returning({ id: productMerges.id });
  if (!row) throw new Error('No merge was inserted');
  return row.id;
}

/**
 * Locks products until the transaction ends, in the order of their ids, against every change and also against new rows
 * that refer to them: reactions wait before they are written.
 */
export async function lockProductsWholly(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, LockedProduct>> {
  const rows = await db
    .select()
    .from(products)
    .where(sql`${products.id} = ANY(${sql.param(ids)}::bigint[])`)
    .orderBy(products.id)
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** As `lockProductsWholly`, without locks. */
export async function findProducts(db: Db, ids: readonly string[]): Promise<Map<string, LockedProduct>> {
  const rows = await db
    .select()
    .from(products)
    .where(sql`${products.id} = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks a merge until the transaction ends. */
export async function lockMerge(db: Db, id: string) {
  const [row] = await db.select().from(productMerges).where(eq(productMerges.id, id)).for('update');
  return row;
}

/** The first later merge of the target: with another duplicate, or into another product. */
export async function findLaterMerge(db: Db, { id, targetId }: Pick<Merge, 'id' | 'targetId'>) {
  const isOfTarget = or(eq(productMerges.targetId, targetId), eq(productMerges.sourceId, targetId));
  const [row] = await db
    .select({ sourceName: products.name })
    .from(productMerges)
    .innerJoin(products, eq(products.id, productMerges.sourceId))
    .where(and(isOfTarget, gt(productMerges.id, id)))
    .orderBy(desc(productMerges.id))
    .limit(1);
  return row;
}

export async function deleteMerge(db: Db, id: string): Promise<void> {
  await db.delete(productMerges).where(eq(productMerges.id, id));
}

const select = (db: Db) =>
  db
    .select({
      id: productMerges.id,
      sourceId: productMerges.sourceId,
      targetId: productMerges.targetId,
      moderatorHandle: users.handle,
      createdAt: productMerges.createdAt,
      sourceUpvoteCount: productMerges.sourceUpvoteCount,
      targetUpvoteCount: productMerges.targetUpvoteCount,
    })
    .from(productMerges)
    .leftJoin(users, eq(users.id, productMerges.moderatorId));

/** Merges that can still be undone after a position, newest first. */
export async function listMerges(db: Db, { after, limit }: { after?: ListPosition; limit: number }) {
  const isOlder =
    after &&
    sql`(${productMerges.createdAt}, ${productMerges.id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return select(db)
    .where(isOlder)
    .orderBy(desc(productMerges.createdAt), desc(productMerges.id))
    .limit(limit);
}

export async function findMerge(db: Db, id: string) {
  const [row] = await select(db).where(eq(productMerges.id, id));
  return row;
}

/**
 * Deletes one merge of before an instant, with what undoing needs and with a rejected edit of its source.
 *
 * @returns false when there is none.
 */
export async function deleteOldMerge(db: Db, mergedBefore: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH gone AS (
      DELETE FROM product_merges WHERE id = (
        SELECT id FROM product_merges WHERE created_at < ${mergedBefore.toISOString()}::timestamptz
        ORDER BY created_at LIMIT 1
      )
      RETURNING source_id
    ), edits AS (DELETE FROM product_edits USING gone WHERE product_id = source_id)
    SELECT source_id FROM gone`);
  return rows.length > 0;
}
