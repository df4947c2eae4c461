import { inArray, sql } from 'drizzle-orm';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Db } from '@/server/db/client';
import { products, productSlugs, tags } from '@/server/db/schema';

/** Any number that no other lock of ours uses. */
const IMPORT_LOCK = 4_815_162_342;

/**
 * Lets one import write at a time until the transaction ends: two that list the same products in another order
 * would wait for each other's rows for ever.
 */
export async function lockImports(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

export type ListedProduct = {
  id: string;
  canonicalURL: string;
  name: string;
  tagline: string;
  description: string;
  status: ProductStatus;
  submitterId: string | null;
  tagSlugs: string[];
};

export async function listProductsByCanonicalURL(
  db: Db,
  canonicalURLs: readonly string[],
): Promise<ListedProduct[]> {
  return db
    .select({
      id: products.id,
      canonicalURL: products.canonicalURL,
      name: products.name,
      tagline: products.tagline,
      description: products.description,
      status: products.status,
      submitterId: products.submitterId,
      // Spelled out: Drizzle leaves the table's name off, and tags have an id too.
      tagSlugs: sql<string[]>`ARRAY(
        SELECT tags.slug FROM product_tags JOIN tags ON tags.id = product_tags.tag_id
        WHERE product_tags.product_id = products.id ORDER BY product_tags.position
      )`,
    })
    .from(products)
    .where(inArray(products.canonicalURL, [...canonicalURLs]));
}

/** Those of the slugs that lead, or once led, to a product. */
export async function listTakenSlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await db
    .select({ slug: productSlugs.slug })
    .from(productSlugs)
    .where(inArray(productSlugs.slug, [...slugs]));
  return new Set(rows.map(({ slug }) => slug));
}

export type NewProduct = {
  slug: string;
  name: string;
  tagline: string;
  description: string;
  descriptionHTML: string;
  url: string;
  canonicalURL: string;
};

/**
 * Inserts products as approved and without a submitter, each with its slug; one whose address is there already
 * is left out of the answer.
 */
export async function insertApprovedProducts(
  db: Db,
  rows: readonly NewProduct[],
  approvedAt: Date,
): Promise<{ id: string; canonicalURL: string }[]> {
  if (rows.length === 0) return [];
  const inserted = await db
    .insert(products)
    .values(
      rows.map((row) => ({
        ...row,
        status: 'approved' as const,
        createdAt: approvedAt,
        updatedAt: approvedAt,
        approvedAt,
      })),
    )
    .onConflictDoNothing({ target: products.canonicalURL })
    .returning({ id: products.id, canonicalURL: products.canonicalURL, slug: products.slug });
  if (inserted.length > 0) {
    await db
      .insert(productSlugs)
      .values(inserted.map(({ id, slug }) => ({ slug, productId: id, createdAt: approvedAt })));
  }
  return inserted;
}

export type ProductText = {
  id: string;
  name: string;
  tagline: string;
  description: string;
  descriptionHTML: string;
};

/** Rewrites the texts of products that nobody submitted. */
export async function updateUnsubmittedProducts(
  db: Db,
  rows: readonly ProductText[],
  updatedAt: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    UPDATE products SET name = r.name, tagline = r.tagline, description = r.description,
      description_html = r."descriptionHTML", updated_at = ${updatedAt.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(id bigint, name text, tagline text, description text, "descriptionHTML" text)
    WHERE products.id = r.id AND products.submitter_id IS NULL`);
}

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

/** Did the write lose against another one, so that doing it again may succeed: a deadlock, or a slug just taken? */
export function isWriteConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && (cause.code === '40P01' || cause.code === '40001' || cause.code === '23505'))
      return true;
  }
  return false;
}
