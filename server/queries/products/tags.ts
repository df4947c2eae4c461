import { asc, eq, sql } from 'drizzle-orm';
import type { CountedTag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { productTags } from '@/server/db/schema';
import { keepFinalIds } from '@/server/queries/tags/tag-names';
import { changedName } from '@/server/queries/tags/tag-spellings';

type UsedTagRow = Pick<CountedTag, 'slug' | 'name' | 'productCount'> & {
  otherNames: string[] | null;
  parentSlug: string | null;
};

/**
 * The tags that lists show, most used first. `otherNames` include the names of all tags that were merged into a tag,
 * directly or in a chain, and are absent if there are none.
 */
export async function listUsedTags(db: Db): Promise<CountedTag[]> {
  const { rows } = await db.execute<UsedTagRow>(sql`
    WITH RECURSIVE led AS (
      SELECT id, merged_into_id AS to_id FROM tags WHERE merged_into_id IS NOT NULL
      UNION ALL
      SELECT led.id, merged_into_id FROM led JOIN tags ON tags.id = to_id WHERE merged_into_id IS NOT NULL
    )
    SELECT tags.slug, tags.name, tags.product_count AS "productCount", names AS "otherNames", parent.slug AS "parentSlug"
    FROM tags
    LEFT JOIN tags parent ON parent.id = tags.parent_id AND parent.product_count > 0 AND parent.is_listed
    LEFT JOIN (
      SELECT tag_id, array_agg(name ORDER BY name) AS names FROM (
        SELECT tag_id, name FROM tag_slugs WHERE kind <> 'present' AND name IS NOT NULL
        UNION
        SELECT to_id, name FROM led JOIN tags USING (id)
        UNION
        SELECT to_id, name FROM led JOIN tag_slugs ON tag_id = led.id WHERE kind <> 'present' AND name IS NOT NULL
      ) AS other_names GROUP BY tag_id
    ) AS named ON named.tag_id = tags.id
    WHERE tags.product_count > 0 AND tags.is_listed
    ORDER BY tags.product_count DESC, tags.slug`);
  return rows.map(({ otherNames, parentSlug, ...tag }) => ({
    ...tag,
    ...(otherNames && { otherNames }),
    ...(parentSlug !== null && { parentSlug }),
  }));
}

export async function listProductTagIds(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .select({ tagId: productTags.tagId })
    .from(productTags)
    .where(eq(productTags.productId, productId))
    .orderBy(asc(productTags.position), asc(productTags.tagId));
  return rows.map(({ tagId }) => tagId);
}

export async function withoutHiddenTags(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id::text FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS given (id, place)
    JOIN tags USING (id) WHERE hidden_at IS NULL ORDER BY place`);
  return rows.map(({ id }) => id);
}

export type NewProductTag = { productId: string; tagId: string; position: number };

/** Adds tags to approved products and updates the tags' counts in the same statement. */
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
 * Replaces the tags of a product by these, in this order. A merged tag stands for its target. A tag that the hourly job has
 * deleted since its id was read is left out. Hidden tags stay, because forms do not show them, and keep their positions; the
 * named tags take the others. Updates the tags' counts if the product is approved; the caller has locked its row, so that the
 * status cannot change.
 */
export async function replaceProductTags(
  db: Db,
  productId: string,
  tagIds: readonly string[],
): Promise<void> {
  const finals = await keepFinalIds(db, tagIds);
  const wantedIds = [...new Set(tagIds.flatMap((id) => finals.get(id) ?? []))];
  // Each part of the statement sees the tags from before the statement.
  await db.execute(sql`
    WITH wanted AS (
      SELECT id, place FROM unnest(${sql.param(wantedIds)}::bigint[]) WITH ORDINALITY AS named (id, place)
    ), before AS (
      SELECT tag_id FROM product_tags JOIN tags ON tags.id = tag_id
      WHERE product_id = ${productId} AND (hidden_at IS NULL OR tag_id IN (SELECT id FROM wanted))
    ), free AS (
      SELECT position, row_number() OVER (ORDER BY position) AS place
      FROM generate_series(0, ${wantedIds.length}::integer + (
        SELECT count(*)::integer FROM product_tags WHERE product_id = ${productId}
      )) AS position
      WHERE position NOT IN (
        SELECT kept.position FROM product_tags kept
        WHERE product_id = ${productId} AND tag_id NOT IN (SELECT tag_id FROM before) AND tag_id NOT IN (SELECT id FROM wanted)
      )
    ), written AS (
      INSERT INTO product_tags (product_id, tag_id, position)
      SELECT ${productId}::bigint, id, position FROM wanted JOIN free USING (place)
      ON CONFLICT (product_id, tag_id) DO UPDATE SET position = excluded.position
    ), dropped AS (
      DELETE FROM product_tags
      WHERE product_id = ${productId} AND tag_id IN (SELECT tag_id FROM before) AND tag_id NOT IN (SELECT id FROM wanted)
    ), changes AS (
      SELECT id, 1 AS change FROM wanted WHERE id NOT IN (SELECT tag_id FROM before)
      UNION ALL
      SELECT tag_id, -1 FROM before WHERE tag_id NOT IN (SELECT id FROM wanted)
    ), locked AS (
      SELECT tags.id, change FROM tags JOIN changes USING (id) ORDER BY id FOR NO KEY UPDATE OF tags
    )
    UPDATE tags SET product_count = product_count + change, name = ${changedName(sql`${productId}::bigint`, sql`change`)}
    FROM locked
    WHERE tags.id = locked.id AND EXISTS (SELECT FROM products WHERE id = ${productId} AND status = 'approved')`);
}

export async function updateTagCountsOfProduct(db: Db, productId: string, change: 1 | -1): Promise<void> {
  await db.execute(sql`
    WITH locked AS (
      SELECT id FROM tags WHERE id IN (SELECT tag_id FROM product_tags WHERE product_id = ${productId})
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE tags SET product_count = product_count + ${change}, name = ${changedName(sql`${productId}::bigint`, sql`${change}::integer`)}
    FROM locked WHERE tags.id = locked.id`);
}
