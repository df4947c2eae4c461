import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { withDeadline } from '@/server/deadline';
import type { Db } from '@/server/db/client';
import { until } from './until';

/** When the made-up directory is looked at. */
export const SKEWED_NOW = new Date('2026-06-01T00:00:00Z');

/** Rows that lists are asked for. Users, tags and products have ids from 1. */
export const SKEWED = {
  /** Has a fifth of all upvotes and bookmarks, and up to 1,000 submissions. */
  frequentUser: '1',
  occasionalUser: '7',
  /** An account of the last 24 hours, and a banned account. */
  newUser: '2',
  bannedUser: '50',
  /** Has most products. */
  largeTag: '1',
  /** Has a few in 10,000 products. */
  smallTag: '120',
  /** Has only the oldest tenth of the products. */
  oldTag: '121',
  /** Has 3 products. */
  tinyTag: '122',
} as const;

/**
 * A directory in which the planner has something to choose: products of every status, of the last 400 days, with 5 tags
 * each, of which few have most products. The same rows in every run. The tables are filled without triggers, so
 * there are no search documents.
 */
export async function insertSkewedRows(db: Db, productCount: number): Promise<void> {
  const filling = [withoutAutovacuum, dropIndexes, ...statements(productCount), createIndexes];
  await withDeadline(FILL_LIMIT_MS, async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      // VACUUM marks only pages as visible to all whose commit is on the disk.
      await tx.execute(sql`SET LOCAL synchronous_commit = on`);
      for (const statement of filling) await tx.execute(sql.raw(statement));
    });
    // Waits for transactions in the background, whose snapshots VACUUM respects.
    await until(() => vacuum(db), { withinMs: MINUTE_MS, everyMs: 200 });
  });
}

/** Whether every row is now visible to all, so that reading an index alone is enough. */
async function vacuum(db: Db): Promise<boolean> {
  await db.execute(sql`VACUUM ANALYZE`);
  const { rows } = await db.execute(sql`
    SELECT FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relallvisible < relpages`);
  return rows.length === 0;
}

/** A million products take minutes. */
const FILL_LIMIT_MS = 30 * MINUTE_MS;

/** Its work in the background would make the figures differ from run to run. */
const withoutAutovacuum = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', name);
    END LOOP;
  END $$`;
/** Building an index once is several times faster than inserting its entries row by row. */
const dropIndexes = `
  DO $$ DECLARE name text; BEGIN
    CREATE TEMP TABLE dropped ON COMMIT DROP AS SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint);
    FOR name IN SELECT indexname FROM dropped LOOP EXECUTE format('DROP INDEX %I', name); END LOOP;
  END $$`;
const createIndexes = `
  DO $$ DECLARE definition text; BEGIN
    FOR definition IN SELECT indexdef FROM dropped LOOP EXECUTE definition; END LOOP;
  END $$`;
const now = `timestamptz '${SKEWED_NOW.toISOString()}'`;

function statements(productCount: number): string[] {
  const userCount = Math.max(400, productCount / 50);
  const someUser = `CASE WHEN random() < 0.2 THEN 1 ELSE 2 + ceil(random() * (${userCount} - 2)) END`;
  return [
    'SELECT setseed(0.5)',
    `INSERT INTO users (handle, name, created_at, banned_at)
   SELECT 'user-' || n, 'User ' || n, CASE WHEN n = 2 THEN ${now} - interval '1 hour' ELSE ${now} - (30 + n % 400) * interval '1 day' END,
     CASE WHEN n = 50 THEN ${now} END
   FROM generate_series(1, ${userCount}) AS n`,
    `INSERT INTO tags (slug, name) SELECT 'tag-' || n, 'Tag ' || n FROM generate_series(1, 122) AS n`,
    `INSERT INTO images (key, owner_id, status, created_at, is_use_checked)
   SELECT lpad(n::text, 22, '0'), 7, 'processed', ${now} - interval '30 days', true FROM generate_series(1, ${productCount} / 4) AS n`,
    `INSERT INTO products (slug, name, tagline, url, canonical_url, status, submitter_id, image_id, upvote_count, weighing_upvote_count, created_at, approved_at)
   SELECT 'product-' || n, 'Product ' || n, 'Does the thing of number ' || n, 'https://p' || n || '.example/', 'p' || n || '.example',
     status, CASE WHEN n % ${Math.max(5, productCount / 1_000)} = 0 THEN 1 WHEN n % 3 = 0 THEN 3 + n / 3 % (${userCount} - 3) END,
     CASE WHEN n % 4 = 0 THEN n / 4 END, votes, votes, at, CASE WHEN status IN ('approved', 'removed') THEN at + interval '1 day' END
   FROM (
     SELECT n, (random() ^ 8 * 500)::integer AS votes, ${now} - interval '400 days' * (1 - n::float / ${productCount}) - interval '1 day' AS at,
       CASE WHEN n % 100 < 85 THEN 'approved' WHEN n % 100 < 92 THEN 'rejected' WHEN n % 100 < 95 THEN 'pending' ELSE 'removed' END AS status
     FROM generate_series(1, ${productCount}) AS n
   ) AS made`,
    'INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products',
    `INSERT INTO product_tags (product_id, tag_id, position)
   SELECT id, 1 + floor(random() ^ 4 * 120), position FROM products, generate_series(0, 4) AS position ORDER BY id
   ON CONFLICT DO NOTHING`,
    `INSERT INTO product_tags (product_id, tag_id, position) SELECT id, 121, 5 FROM products WHERE id <= ${productCount} / 10`,
    `INSERT INTO product_tags (product_id, tag_id, position) SELECT id, 122, 5 FROM products WHERE id IN (201, ${productCount} / 2 + 1, ${productCount} - 99)`,
    `UPDATE tags SET product_count = counted.total
   FROM (SELECT tag_id, count(*) AS total FROM product_tags JOIN products ON products.id = product_id WHERE status = 'approved' GROUP BY tag_id) AS counted
   WHERE tag_id = id`,
    `INSERT INTO product_listings (product_id, term, hot, ranking_upvote_count, approved_at)
   SELECT id, term, hot, weighing_upvote_count, approved_at
   FROM products JOIN (SELECT id, 'all' FROM products UNION ALL SELECT product_id, 'tag:' || tag_id FROM product_tags) AS terms (product_id, term)
     ON product_id = id
   WHERE status = 'approved'`,
    // Each hundredth upvote is that of a banned user, and never counts.
    `INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
   SELECT id, CASE WHEN id % 20 = 0 AND n = 1 THEN 50 ELSE ${someUser} END, created_at, NOT (id % 20 = 0 AND n = 1)
   FROM products, generate_series(1, 5) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO upvotes (product_id, user_id, created_at, is_weighing, awaited_account_created_at)
   SELECT id, 2, ${now}, false, ${now} - interval '1 hour' FROM products ORDER BY id DESC LIMIT 20`,
    `INSERT INTO bookmarks (product_id, user_id, created_at)
   SELECT id, ${someUser}, created_at FROM products, generate_series(1, 2) ON CONFLICT DO NOTHING`,
    `INSERT INTO sessions (user_id, secret_hash, last_seen_at, expires_at)
   SELECT 1 + n % 400, decode(md5(n::text), 'hex'), ${now} - n * interval '1 second', '2036-01-01'
   FROM generate_series(1, least(${productCount}, 8000)) AS n`,
    `INSERT INTO audit_entries (actor_id, actor_handle, action, subject_kind, subject_id, details)
   SELECT 1, 'user-1', 'product.reject', 'product', id, '{"reason": "No"}' FROM products`,
  ];
}
