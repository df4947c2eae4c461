import { sql } from 'drizzle-orm';
import type { KeptReason } from '@/lib/contract/import';
import type { Db } from '@/server/db/client';

/**
 * Why products that an import has added are kept when it is undone: something has been done with them since. Null for
 * those that can be removed. Each has locked its row, also against new rows that refer to it.
 *
 * @param importedUntil when the import ended. Until then, it may itself have changed what it had added.
 * @returns nothing for products that are gone.
 */
export async function findKeptReasons(
  db: Db,
  productIds: readonly string[],
  importedUntil: Date,
): Promise<Map<string, KeptReason | null>> {
  const { rows } = await db.execute<{ id: string; reason: KeptReason | null }>(sql`
    SELECT products.id::text AS id, CASE
      WHEN status = 'removed' THEN 'gone'
      WHEN submitter_id IS NOT NULL OR EXISTS (
        SELECT FROM product_claims WHERE product_id = products.id AND withdrawn_at IS NULL
      ) THEN 'claimed'
      WHEN EXISTS (SELECT FROM upvotes WHERE product_id = products.id) THEN 'upvoted'
      WHEN EXISTS (SELECT FROM bookmarks WHERE product_id = products.id) THEN 'bookmarked'
      WHEN status <> 'approved' OR edit_status IS NOT NULL OR EXISTS (
        SELECT FROM product_versions
        WHERE product_id = products.id AND kind <> 'first'
          AND NOT (kind = 'imported' AND created_at <= ${importedUntil.toISOString()}::timestamptz)
      ) THEN 'edited'
      WHEN EXISTS (SELECT FROM reports WHERE product_id = products.id AND resolved_at IS NULL) THEN 'reported'
      WHEN EXISTS (SELECT FROM suggestions WHERE product_id = products.id AND suggestions.status = 'open') THEN 'suggested'
      WHEN EXISTS (SELECT FROM appeals WHERE product_id = products.id AND decided_at IS NULL) THEN 'appealed'
      WHEN EXISTS (SELECT FROM alternatives WHERE product_id = products.id)
        OR EXISTS (SELECT FROM alternatives WHERE alternative_id = products.id)
        OR EXISTS (SELECT FROM product_merges WHERE source_id = products.id)
        OR EXISTS (SELECT FROM product_merges WHERE target_id = products.id)
        OR EXISTS (SELECT FROM discontinuations WHERE successor_ids @> ARRAY[products.id])
      THEN 'linked'
    END AS reason
    FROM products WHERE id = ANY(${sql.param(productIds)}::bigint[])`);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** Deletes approved products and takes them off the counts of their tags. Their search documents go with them. */
export async function deleteApprovedProducts(db: Db, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const ids = sql`${sql.param(productIds)}::bigint[]`;
  await db.execute(sql`
    WITH counted AS (
      SELECT tag_id, count(*)::integer AS total FROM product_tags WHERE product_id = ANY(${ids}) GROUP BY tag_id
    ), locked AS (
      SELECT tags.id, total FROM tags JOIN counted ON tag_id = tags.id ORDER BY tags.id FOR NO KEY UPDATE OF tags
    )
    UPDATE tags SET product_count = product_count - total FROM locked WHERE tags.id = locked.id`);
  await db.execute(sql`DELETE FROM products WHERE id = ANY(${ids})`);
}

/** The tags of a product in its order. */
export async function listTagsOfProduct(db: Db, productId: string): Promise<{ id: string; slug: string }[]> {
  const { rows } = await db.execute<{ id: string; slug: string }>(sql`
    SELECT tags.id::text AS id, slug FROM product_tags JOIN tags ON tags.id = tag_id
    WHERE product_id = ${productId}::bigint ORDER BY position, tags.id`);
  return rows;
}
