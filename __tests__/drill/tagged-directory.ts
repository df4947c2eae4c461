import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Db } from '@/server/db/client';
import { fillInBulk, ROWS_OF_TRIGGERS } from '../setup/fill-in-bulk';
import { insertSkewedSearchDocuments } from '../setup/skewed-rows';
import { TAG_DISAGREEMENTS } from '../setup/tag-disagreements';

/** Products in the queue. */
export const PENDING = 2_000;

/** Inserts two large tags, products in the queue, and products of which a tenth have both tags. */
export async function fillTaggedDirectory(db: Db, size: number): Promise<void> {
  await db.execute(sql`UPDATE users SET role = 'moderator'`);
  await fillInBulk(db, async (tx) => {
    const statements = [
      `INSERT INTO tags (slug, name) VALUES ('source', 'Source'), ('target', 'Target')`,
      `INSERT INTO tags (slug, name) SELECT 'tag-' || n, 'Tag ' || n FROM generate_series(1, 200) AS n`,
      `INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
       SELECT 'product-' || n, 'Product ' || n, 'Does the thing of number ' || n, 'https://p' || n || '.example/', 'p' || n,
         CASE WHEN n <= ${2 * size} THEN 'approved' ELSE 'pending' END,
         CASE WHEN n <= ${2 * size} THEN now() - n * interval '1 minute' END
       FROM generate_series(1, ${2 * size + PENDING}) AS n`,
      `INSERT INTO product_tags (product_id, tag_id, position)
       SELECT made.id, tags.id, place FROM (SELECT id, substr(slug, 9)::integer AS n FROM products) AS made
       CROSS JOIN LATERAL (VALUES
         (0, CASE WHEN n BETWEEN ${size + 1} AND ${2 * size} THEN 'target' ELSE 'source' END),
         (1, CASE WHEN n <= ${size} AND n % 10 = 0 THEN 'target' END), (2, 'tag-' || (1 + n % 200))
       ) AS named (place, tag) JOIN tags ON tags.slug = tag`,
      ...ROWS_OF_TRIGGERS,
    ];
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
  await insertSkewedSearchDocuments(db);
}

/** After the merge was undone, each product has the tag that it had. */
export async function requireAgreement(pool: Pool, size: number): Promise<void> {
  const { rows } = await pool.query<{ about: string }>(`${TAG_DISAGREEMENTS}
    UNION ALL
    SELECT 'merge ' || id FROM tag_merges
    UNION ALL
    SELECT 'tags of ' || slug FROM products CROSS JOIN LATERAL (SELECT 'tag-' || (1 + substr(slug, 9)::integer % 200) AS own_tag) AS own
    WHERE ARRAY(
      SELECT tags.slug FROM product_tags JOIN tags ON tags.id = tag_id WHERE product_id = products.id ORDER BY position LIMIT 2
    ) <> CASE
      WHEN substr(slug, 9)::integer BETWEEN ${size + 1} AND ${2 * size} THEN ARRAY['target', own_tag]
      WHEN substr(slug, 9)::integer <= ${size} AND substr(slug, 9)::integer % 10 = 0 THEN ARRAY['source', 'target']
      ELSE ARRAY['source', own_tag]
    END
    LIMIT 10`);
  assert.deepEqual(rows, []);
}
