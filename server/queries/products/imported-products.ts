import { inArray, sql } from 'drizzle-orm';
import type { ProductStatus } from '@/lib/contract/product-reference';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { products, productSlugs } from '@/server/db/schema';

/**
 * Until the transaction ends, no other import writes. Prevents deadlocks between two imports that contain the same
 * products in different orders.
 */
export async function lockImports(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.imports})`);
}

/** Never null, because the rows are found by it. */
const canonicalURL = sql<string>`${products.canonicalURL}`;

export type ImportedProduct = {
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
): Promise<ImportedProduct[]> {
  return db
    .select({
      id: products.id,
      canonicalURL,
      name: products.name,
      tagline: products.tagline,
      description: products.description,
      status: products.status,
      submitterId: products.submitterId,
      // Column names in full: Drizzle omits the table name, and `tags` has an id, too.
      tagSlugs: sql<string[]>`ARRAY(
        SELECT tags.slug FROM product_tags JOIN tags ON tags.id = product_tags.tag_id
        WHERE product_tags.product_id = products.id ORDER BY product_tags.position
      )`,
    })
    .from(products)
    .where(inArray(products.canonicalURL, [...canonicalURLs]));
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
 * Inserts approved products without a submitter, each with its slug. Products whose URL is already listed are skipped
 * and missing from the result.
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
    .returning({ id: products.id, canonicalURL, slug: products.slug });
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

/** Updates the texts of products that have no submitter. */
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
