import { inArray, sql } from 'drizzle-orm';
import type { ProductStatus } from '@/lib/contract/product-reference';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { products, type StoredValue } from '@/server/db/schema';
import { URL_RULES } from './url-rules';

/**
 * Until the transaction ends, no other import writes. Prevents deadlocks between two imports that contain the same
 * products in different orders.
 */
export async function lockImports(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.imports})`);
}

/**
 * Discards the query plans of foreign key checks and triggers. The database keeps these plans for the
 * session, and plans made in an empty directory read whole tables: with 4,000 products, each transaction of an import took 10 ms longer.
 */
export async function discardPlans(db: Db): Promise<void> {
  await db.execute(sql`DISCARD PLANS`);
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
  /** Why an import does not replace the texts: the product has a verified owner, or a person has edited it. */
  textsOf: 'owner' | 'editor' | null;
  tagSlugs: string[];
  /** By key of the field. */
  values: Record<string, Omit<StoredValue, 'field'>>;
  createdAt: Date;
};

/** The names and links of products. */
export const listLinksByCanonicalURL = (db: Db, canonicalURLs: readonly string[]) =>
  db
    .select({ canonicalURL, name: products.name, url: products.url, status: products.status })
    .from(products)
    .where(inArray(products.canonicalURL, [...canonicalURLs]));

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
      createdAt: products.createdAt,
      // Each product has a bounded number of versions, found by an index.
      textsOf: sql<ImportedProduct['textsOf']>`CASE
        WHEN EXISTS (
          SELECT FROM product_claims
          WHERE product_claims.product_id = products.id AND verified_at IS NOT NULL
        ) THEN 'owner'
        WHEN EXISTS (
          SELECT FROM product_versions
          WHERE product_versions.product_id = products.id AND kind NOT IN ('first', 'imported')
        ) THEN 'editor'
      END`,
      // Column names in full: Drizzle omits the table name, and `tags` has an id, too.
      tagSlugs: sql<string[]>`ARRAY(
        SELECT tags.slug FROM product_tags JOIN tags ON tags.id = product_tags.tag_id
        WHERE product_tags.product_id = products.id ORDER BY product_tags.position, product_tags.tag_id
      )`,
      values: sql<ImportedProduct['values']>`coalesce((
        SELECT jsonb_object_agg(field, jsonb_build_object(
          'value', value, 'source', source,
          'checkedAt', to_char(checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ))
        FROM product_values WHERE product_values.product_id = products.id
      ), '{}')`,
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
  brandSlug: string | null;
  approvedAt: Date;
};

/**
 * Inserts approved products without a submitter, each with its slug. Products whose URL is already listed are skipped
 * and missing from the result.
 */
export async function insertApprovedProducts(
  db: Db,
  rows: readonly NewProduct[],
  writtenAt: Date,
): Promise<{ id: string; canonicalURL: string }[]> {
  if (rows.length === 0) return [];
  const columnOf = (read: (row: NewProduct) => string | null) => sql`${sql.param(rows.map(read))}::text[]`;
  const at = sql`${writtenAt.toISOString()}::timestamptz`;
  const { rows: inserted } = await db.execute<{ id: string; canonicalURL: string }>(sql`
    WITH inserted AS (
      INSERT INTO products (
        slug, name, tagline, description, description_html, url, canonical_url, brand_slug,
        approved_at, status, created_at, updated_at, url_rules
      )
      SELECT given.*, 'approved', approved_at, ${at}, ${URL_RULES}::smallint
      FROM unnest(
        ${columnOf(({ slug }) => slug)}, ${columnOf(({ name }) => name)}, ${columnOf(({ tagline }) => tagline)},
        ${columnOf(({ description }) => description)}, ${columnOf(({ descriptionHTML }) => descriptionHTML)},
        ${columnOf(({ url }) => url)}, ${columnOf((row) => row.canonicalURL)}, ${columnOf(({ brandSlug }) => brandSlug)},
        ${sql.param(rows.map((row) => row.approvedAt.toISOString()))}::timestamptz[]
      ) AS given (slug, name, tagline, description, description_html, url, canonical_url, brand_slug, approved_at)
      ON CONFLICT (canonical_url) DO NOTHING
      RETURNING id, slug, canonical_url
    ), slugs AS (
      INSERT INTO product_slugs (slug, product_id, created_at) SELECT slug, id, ${at} FROM inserted
    )
    SELECT id, canonical_url AS "canonicalURL" FROM inserted`);
  return inserted;
}

export type ImportedTexts = Pick<ImportedProduct, 'name' | 'tagline' | 'description'>;
export type ProductText = ImportedTexts & { id: string; descriptionHTML: string; before: ImportedTexts };

/** Updates the texts of products that have no submitter, unless they have changed since they were read. */
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
      AS r(id bigint, name text, tagline text, description text, "descriptionHTML" text, before jsonb)
    WHERE products.id = r.id AND products.submitter_id IS NULL
      AND products.name = before ->> 'name' AND products.tagline = before ->> 'tagline'
      AND products.description = before ->> 'description'`);
}
