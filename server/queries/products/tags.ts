import { asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { products, productTags, tags } from '@/server/db/schema';

export async function listUsedTags(db: Db) {
  return db
    .select({ slug: tags.slug, name: tags.name, productCount: tags.productCount })
    .from(tags)
    .where(gt(tags.productCount, 0))
    .orderBy(desc(tags.productCount), asc(tags.slug));
}

export async function findTagBySlug(db: Db, slug: string) {
  const [row] = await db.select().from(tags).where(eq(tags.slug, slug));
  return row;
}

/** The tags of a product in its submitter's order. */
export async function listProductTagIds(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .select({ tagId: productTags.tagId })
    .from(productTags)
    .where(eq(productTags.productId, productId))
    .orderBy(asc(productTags.position));
  return rows.map(({ tagId }) => tagId);
}

export async function listTagSlugsOfProduct(db: Db, productSlug: string): Promise<string[]> {
  const rows = await db
    .select({ slug: tags.slug })
    .from(products)
    .innerJoin(productTags, eq(productTags.productId, products.id))
    .innerJoin(tags, eq(tags.id, productTags.tagId))
    .where(eq(products.slug, productSlug));
  return rows.map(({ slug }) => slug);
}

/** The ids of tags by slug. Creates the tags that do not exist yet. */
export async function upsertTags(db: Db, named: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const slugs = [...named.keys()].sort();
  if (slugs.length === 0) return new Map();
  const known = await findTagIds(db, slugs);
  const missing = slugs.filter((slug) => !known.has(slug));
  if (missing.length === 0) return known;
  const rows = missing.map((slug) => ({ slug, name: named.get(slug) ?? slug }));
  await db.insert(tags).values(rows).onConflictDoNothing({ target: tags.slug });
  return findTagIds(db, slugs);
}

/** The ids of the tags that exist. */
export const listTagIds = async (db: Db, slugs: readonly string[]): Promise<string[]> => [
  ...(await findTagIds(db, slugs)).values(),
];

async function findTagIds(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: tags.id, slug: tags.slug })
    .from(tags)
    .where(inArray(tags.slug, [...slugs]));
  return new Map(rows.map(({ id, slug }) => [slug, id]));
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
 * Replaces the tags of a product by these, in this order. Updates the tags' counts if the product is approved; the
 * caller has locked its row, so that the status cannot change.
 */
export async function replaceProductTags(
  db: Db,
  productId: string,
  tagIds: readonly string[],
): Promise<void> {
  // Each part of the statement sees the tags from before the statement.
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

/** Updates the counts of a product's tags after its approval (1) or the end of it (-1). */
export async function updateTagCountsOfProduct(db: Db, productId: string, change: 1 | -1): Promise<void> {
  await db.execute(sql`
    WITH locked AS (
      SELECT id FROM tags WHERE id IN (SELECT tag_id FROM product_tags WHERE product_id = ${productId})
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE tags SET product_count = product_count + ${change} FROM locked WHERE tags.id = locked.id`);
}
