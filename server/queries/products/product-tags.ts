import { inArray, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { tags } from '@/server/db/schema';

/** The ids of tags by slug; tags that are not there yet are made. */
export async function upsertTags(db: Db, named: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const slugs = [...named.keys()].sort();
  if (slugs.length === 0) return new Map();
  const rows = slugs.map((slug) => ({ slug, name: named.get(slug) ?? slug }));
  await db.insert(tags).values(rows).onConflictDoNothing({ target: tags.slug });
  const found = await db.select({ id: tags.id, slug: tags.slug }).from(tags).where(inArray(tags.slug, slugs));
  return new Map(found.map(({ id, slug }) => [slug, id]));
}

export type NewProductTag = { productId: string; tagId: string; position: number };

/** Gives approved products their tags and counts them, in one statement. */
export async function insertTagsOfApprovedProducts(db: Db, rows: readonly NewProductTag[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    WITH added AS (
      INSERT INTO product_tags (product_id, tag_id, position)
      SELECT "productId", "tagId", position
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("productId" bigint, "tagId" bigint, position smallint)
      ON CONFLICT DO NOTHING
      RETURNING tag_id
    )
    UPDATE tags SET product_count = product_count + counted.total
    FROM (SELECT tag_id, count(*)::integer AS total FROM added GROUP BY tag_id) AS counted
    WHERE tags.id = counted.tag_id`);
}

/**
 * Gives one product these tags in this order, and none besides. Counts them if the product is approved; its row
 * must be locked, so that its status stays what it is.
 */
export async function replaceProductTags(
  db: Db,
  productId: string,
  tagIds: readonly string[],
): Promise<void> {
  // Every part sees the tags as they were before.
  await db.execute(sql`
    WITH wanted AS (
      SELECT id, place FROM unnest(${sql.param(tagIds)}::bigint[]) WITH ORDINALITY AS named (id, place)
    ), before AS (
      SELECT tag_id FROM product_tags WHERE product_id = ${productId}
    ), written AS (
      INSERT INTO product_tags (product_id, tag_id, position)
      SELECT ${productId}::bigint, id, place - 1 FROM wanted
      ON CONFLICT (product_id, tag_id) DO UPDATE SET position = excluded.position
    ), dropped AS (
      DELETE FROM product_tags
      WHERE product_id = ${productId} AND tag_id NOT IN (SELECT id FROM wanted)
    ), changes AS (
      SELECT id, 1 AS change FROM wanted WHERE id NOT IN (SELECT tag_id FROM before)
      UNION ALL
      SELECT tag_id, -1 FROM before WHERE tag_id NOT IN (SELECT id FROM wanted)
    ), locked AS (
      SELECT tags.id, change FROM tags JOIN changes USING (id) ORDER BY id FOR NO KEY UPDATE OF tags
    )
    UPDATE tags SET product_count = product_count + change FROM locked
    WHERE tags.id = locked.id AND EXISTS (SELECT FROM products WHERE id = ${productId} AND status = 'approved')`);
}

/** Counts a product that became approved (1) or ceased to be (-1) at each of its tags. */
export async function updateTagCountsOfProduct(db: Db, productId: string, change: 1 | -1): Promise<void> {
  await db.execute(sql`
    WITH locked AS (
      SELECT id FROM tags WHERE id IN (SELECT tag_id FROM product_tags WHERE product_id = ${productId})
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE tags SET product_count = product_count + ${change} FROM locked WHERE tags.id = locked.id`);
}
