import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** The rules by which canonical URLs are made now. */
export const URL_RULES = 1;

type StoredURL = { id: string; url: string; canonicalURL: string | null };

/** Products whose canonical URL an earlier build has computed. Their rows are locked, so that no other transaction changes them. */
export async function lockFormerURLs(db: Db, limit: number): Promise<StoredURL[]> {
  const { rows } = await db.execute<StoredURL>(sql`
    SELECT id, url, canonical_url AS "canonicalURL" FROM products WHERE url_rules IS NULL
    ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`);
  return rows;
}

/** The same for edits. */
export async function lockFormerEditURLs(db: Db, limit: number): Promise<StoredURL[]> {
  const { rows } = await db.execute<StoredURL>(sql`
    SELECT product_id AS id, url, canonical_url AS "canonicalURL" FROM product_edits WHERE url_rules IS NULL
    ORDER BY product_id LIMIT ${limit} FOR NO KEY UPDATE`);
  return rows;
}

/** A new canonical URL, or null to leave the stored one. */
type NewURL = { id: string; canonicalURL: string | null };

/** Stores canonical URLs, except those that another product has. That one keeps them, and this product its former one. */
export async function storeURLs(db: Db, rows: readonly NewURL[]): Promise<void> {
  await db.execute(sql`
    UPDATE products SET url_rules = ${URL_RULES}, canonical_url = CASE
      WHEN given.canonical_url IS NULL OR EXISTS (
        SELECT FROM products AS others WHERE others.canonical_url = given.canonical_url AND others.id <> products.id
      ) THEN products.canonical_url ELSE given.canonical_url END
    FROM ${given(rows)} WHERE products.id = given.id`);
}

/** The same for edits. */
export async function storeEditURLs(db: Db, rows: readonly NewURL[]): Promise<void> {
  await db.execute(sql`
    UPDATE product_edits SET url_rules = ${URL_RULES}, canonical_url = CASE
      WHEN given.canonical_url IS NULL OR EXISTS (
        SELECT FROM product_edits AS others
        WHERE others.canonical_url = given.canonical_url AND others.product_id <> product_edits.product_id
      ) THEN product_edits.canonical_url ELSE given.canonical_url END
    FROM ${given(rows)} WHERE product_edits.product_id = given.id`);
}

const given = (rows: readonly NewURL[]) => sql`unnest(
  ${sql.param(rows.map(({ id }) => id))}::bigint[], ${sql.param(rows.map((row) => row.canonicalURL))}::text[]
) AS given (id, canonical_url)`;
