import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** A merged or hidden tag, and the ids of some products that got it. */
export type StrayTag = { id: string; productIds: string[] };

export async function findStrayTag(db: Db, limit: number): Promise<StrayTag | undefined> {
  const { rows } = await db.execute<StrayTag>(sql`
    SELECT first.tag_id::text AS id, ARRAY(
      SELECT product_id::text FROM stray_product_tags WHERE tag_id = first.tag_id ORDER BY stray_product_tags.product_id LIMIT ${limit}
    ) AS "productIds"
    FROM (SELECT tag_id FROM stray_product_tags ORDER BY tag_id LIMIT 1) AS first`);
  return rows[0];
}

/** Locks the products that still exist until the transaction ends. */
export async function lockTaggedProducts(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    SELECT FROM products WHERE id = ANY(${sql.param(ids)}::bigint[]) ORDER BY id FOR NO KEY UPDATE`);
}

/**
 * Finds and locks the direct target of a merged tag; undefined for a tag that is not merged.
 *
 * @returns the id of the merge, or null once it can no longer be undone.
 */
export async function lockTargetOfTag(
  db: Db,
  sourceId: string,
): Promise<{ id: string | null; sourceId: string; targetId: string } | undefined> {
  const isOfMerge = sql`id = ${sourceId}::bigint OR id = (SELECT merged_into_id FROM tags WHERE id = ${sourceId}::bigint)`;
  const { rows } = await db.execute<{ id: string; mergedIntoId: string | null }>(sql`
    SELECT id::text, merged_into_id::text AS "mergedIntoId" FROM tags WHERE ${isOfMerge} ORDER BY tags.id FOR NO KEY UPDATE`);
  const targetId = rows.find(({ id }) => id === sourceId)?.mergedIntoId;
  // Otherwise the merge was undone, or made, while this transaction waited for the locks.
  if (!targetId || !rows.some(({ id }) => id === targetId)) return undefined;
  const { rows: merges } = await db.execute<{ id: string }>(sql`
    SELECT id::text FROM tag_merges WHERE source_id = ${sourceId}::bigint FOR KEY SHARE`);
  return { id: merges[0]?.id ?? null, sourceId, targetId };
}

export async function deleteStrays(db: Db, { id, productIds }: StrayTag): Promise<void> {
  await db.execute(sql`
    DELETE FROM stray_product_tags
    WHERE tag_id = ${id}::bigint AND product_id = ANY(${sql.param(productIds)}::bigint[])`);
}
