import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { listProductIds, refreshSearchDocuments } from '@/server/queries/search/search-documents';

export const SKEWED_PRODUCT_COUNT = 8_000;

/**
 * A directory in which the planner has something to choose: 8,000 products of every status, 120 tags of which few have
 * most products, and user 1 with a fifth of all submissions, upvotes and bookmarks. The same rows in every run.
 */
export async function insertSkewedRows(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
  await refreshSearchDocuments(db, await listProductIds(db, '0', SKEWED_PRODUCT_COUNT));
  await db.execute(sql`VACUUM ANALYZE`);
}

const statements = [
  'SELECT setseed(0.5)',
  `INSERT INTO users (handle, name, created_at)
   SELECT 'user-' || n, 'User ' || n, timestamptz '2025-01-01' + n * interval '1 hour' FROM generate_series(1, 400) AS n`,
  `INSERT INTO tags (slug, name) SELECT 'tag-' || n, 'Tag ' || n FROM generate_series(1, 120) AS n`,
  `INSERT INTO products (slug, name, tagline, url, canonical_url, status, submitter_id, upvote_count, weighing_upvote_count, created_at, approved_at)
   SELECT 'product-' || n, 'Product ' || n, 'Does the thing of number ' || n, 'https://p' || n || '.example/', 'p' || n || '.example',
     status, CASE WHEN random() < 0.2 THEN 1 WHEN random() < 0.3 THEN ceil(random() * 400) END,
     votes, votes, at, CASE WHEN status IN ('approved', 'removed') THEN at + interval '1 day' END
   FROM (
     SELECT n, (random() ^ 8 * 500)::integer AS votes, timestamptz '2026-06-01' - random() * interval '400 days' AS at,
       CASE WHEN random() < 0.85 THEN 'approved' WHEN random() < 0.4 THEN 'rejected' WHEN random() < 0.5 THEN 'pending' ELSE 'removed' END AS status
     FROM generate_series(1, ${SKEWED_PRODUCT_COUNT}) AS n
   ) AS made`,
  'INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products',
  `INSERT INTO product_tags (product_id, tag_id, position)
   SELECT id, 1 + floor(random() ^ 4 * 120), position FROM products, generate_series(0, 2) AS position
   ON CONFLICT DO NOTHING`,
  `UPDATE tags SET product_count = (
     SELECT count(*) FROM product_tags JOIN products ON products.id = product_id WHERE tag_id = tags.id AND status = 'approved'
   )`,
  `INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
   SELECT id, CASE WHEN random() < 0.2 THEN 1 ELSE ceil(random() * 400) END, created_at, true
   FROM products, generate_series(1, 4) ON CONFLICT DO NOTHING`,
  `INSERT INTO bookmarks (product_id, user_id, created_at)
   SELECT id, CASE WHEN random() < 0.2 THEN 1 ELSE ceil(random() * 400) END, created_at
   FROM products, generate_series(1, 2) ON CONFLICT DO NOTHING`,
  `INSERT INTO sessions (user_id, secret_hash, last_seen_at, expires_at)
   SELECT 1 + n % 400, decode(md5(n::text), 'hex'), timestamptz '2026-05-01' + n * interval '1 minute', '2036-01-01'
   FROM generate_series(1, 8000) AS n`,
  `INSERT INTO audit_entries (actor_handle, action, subject_kind, subject_id, details)
   SELECT 'user-1', 'product.reject', 'product', id, '{"reason": "No"}' FROM products`,
];
