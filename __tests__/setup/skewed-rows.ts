import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { placeDocuments, updateSearchLevels } from '@/server/queries/search/search-levels';
import { fillInBulk, ROWS_OF_TRIGGERS } from './fill-in-bulk';

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
  /** Values of fields that about half of the products have, and one in 200. */
  frequentValue: 'field-1=1',
  otherFrequentValue: 'field-2=1',
  rareValue: 'field-3=9',
} as const;

/**
 * A directory in which the planner has something to choose: products of every status, of the last 400 days, with 5 tags
 * each, of which few have most products. The same rows in every run. The tables are filled without triggers, so
 * there are no search documents.
 */
export async function insertSkewedRows(
  db: Db,
  productCount: number,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const filling = statements(productCount);
  await fillInBulk(db, async (tx) => {
    for (const [index, statement] of filling.entries()) {
      await tx.execute(sql.raw(statement));
      onProgress((index + 1) / filling.length);
    }
  });
}

/** Adds the search documents of the approved products, with their levels. */
export async function insertSkewedSearchDocuments(db: Db): Promise<void> {
  await db.execute(sql.raw(searchDocuments));
  await updateSearchLevels(db);
  await placeDocuments(db);
  await db.execute(sql`VACUUM ANALYZE`);
}

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
    `INSERT INTO products (slug, name, tagline, url, canonical_url, status, submitter_id, image_id, upvote_count, weighing_upvote_count, created_at, approved_at, icon_check_at)
   SELECT 'product-' || n, 'Product ' || n, 'Does the thing of number ' || n, 'https://p' || n || '.example/', 'p' || n || '.example',
     status, CASE WHEN n % ${Math.max(5, productCount / 1_000)} = 0 THEN 1 WHEN n % 3 = 0 THEN 3 + n / 3 % (${userCount} - 3) END,
     CASE WHEN n % 4 = 0 THEN n / 4 END, votes, votes, at, CASE WHEN status IN ('approved', 'removed') THEN at + interval '1 day' END, ${now} + n::bigint * 7919 % 604800 * interval '1 second'
   FROM (
     SELECT n, (random() ^ 8 * 500)::integer AS votes, ${now} - interval '400 days' * (1 - n::float / ${productCount}) - interval '1 day' AS at,
       CASE WHEN n % 100 < 85 THEN 'approved' WHEN n % 100 < 92 THEN 'rejected' WHEN n % 100 < 95 THEN 'pending' ELSE 'removed' END AS status
     FROM generate_series(1, ${productCount}) AS n
   ) AS made`,
    `INSERT INTO product_values (product_id, field, value, source, checked_at)
   SELECT id, field, '"free"', 'import', ${now} FROM products, unnest(ARRAY['license', 'price']) AS field`,
    // Eight fields. Of each, value 1 is the most frequent one, value 9 that of a product in 200.
    `INSERT INTO field_terms (field, value)
   SELECT 'field-' || f, CASE WHEN f < 8 THEN v::text ELSE '' END FROM generate_series(1, 8) AS f, generate_series(1, 9) AS v
   WHERE f < 8 OR v = 1 ORDER BY f, v`,
    `INSERT INTO product_terms (product_id, facets, term_ids, numbers)
   SELECT id, 'skewed', ARRAY(
     SELECT DISTINCT 9 * (f - 1) + CASE WHEN (id * (2 * f + 1) + f * 37) % 200 = 0 THEN 9 ELSE 1 + floor(((id * f * 7919 + 17 * f) % 1000 / 1000.0) ^ 3 * 8)::integer END
     FROM generate_series(1, 7) AS f
   ) || 64, jsonb_build_object('field-8', id % 1000) FROM products`,
    `INSERT INTO product_tags (product_id, tag_id, position)
   SELECT id, 1 + floor(random() ^ 4 * 120), position FROM products, generate_series(0, 4) AS position ORDER BY id
   ON CONFLICT DO NOTHING`,
    `INSERT INTO product_tags (product_id, tag_id, position) SELECT id, 121, 5 FROM products WHERE id <= ${productCount} / 10`,
    `INSERT INTO tag_spellings (product_id, tag_id, name) SELECT product_id, tag_id, 'Tag' FROM product_tags WHERE product_id % 7 = 0`,
    `INSERT INTO product_tags (product_id, tag_id, position) SELECT id, 122, 5 FROM products WHERE id IN (201, ${productCount} / 2 + 1, ${productCount} - 99)`,
    ...ROWS_OF_TRIGGERS,
    // The job has counted the upvotes of every day but today.
    `INSERT INTO upvote_days (day, tag_counts, ranker_count, counted_at)
   SELECT ${now}::date - n, '{}', 0, ${now} FROM generate_series(1, 29) AS n`,
    // Each hundredth upvote is that of a banned user, and never counts.
    `INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
   SELECT id, CASE WHEN id % 20 = 0 AND n = 1 THEN 50 ELSE ${someUser} END, created_at, NOT (id % 20 = 0 AND n = 1)
   FROM products, generate_series(1, 5) AS n ON CONFLICT DO NOTHING`,
    `INSERT INTO upvotes (product_id, user_id, created_at, is_weighing, awaited_account_created_at)
   SELECT id, 2, ${now}, false, ${now} - interval '1 hour' FROM products ORDER BY id DESC LIMIT 20`,
    `INSERT INTO bookmarks (product_id, user_id, created_at)
   SELECT id, ${someUser}, created_at FROM products, generate_series(1, 2) ON CONFLICT DO NOTHING`,
    // Product 301 is a pair with each 19th product. Each 15th pair waits for a moderator.
    `INSERT INTO alternatives (product_id, alternative_id, status, proposer_id, upvote_count, ranking_upvote_count, created_at)
   SELECT least(id, other), greatest(id, other), CASE WHEN id % 15 = 0 THEN 'pending' ELSE 'approved' END, ${someUser}, id % 40, id % 40, created_at
   FROM products, LATERAL (SELECT CASE WHEN id % 19 = 0 THEN 301 ELSE id % ${Math.min(5_000, productCount)} + 1 END AS other) AS others WHERE id <> other
   ON CONFLICT DO NOTHING`,
    `INSERT INTO alternative_upvotes (pair_id, user_id, created_at, counts_in_ranking)
   SELECT id, ${someUser}, created_at, true FROM alternatives, generate_series(1, 3) ON CONFLICT DO NOTHING`,
    `INSERT INTO alternative_upvotes (pair_id, user_id, created_at, counts_in_ranking, awaited_account_created_at)
   SELECT id, 2, ${now}, false, ${now} - interval '1 hour' FROM alternatives ORDER BY id DESC LIMIT 20`,
    // An issue of last week that everyone got, and one of which half of the deliveries exist.
    `INSERT INTO newsletter_subscribers (email, status, token_hash, token_sent_at, confirmed_at)
   SELECT n || '@reader.example', CASE WHEN n % 3 = 0 THEN 'unconfirmed' ELSE 'confirmed' END, decode(md5(n::text), 'hex'),
     ${now} - interval '300 days', CASE WHEN n % 3 > 0 THEN ${now} - interval '300 days' END
   FROM generate_series(1, ${productCount} / 2) AS n`,
    `INSERT INTO newsletter_issues (week, since, until, queued_through_id, queued_at)
   SELECT ${now}::date - days, ${now} - (days + 7) * interval '1 day', ${now} - days * interval '1 day',
     CASE days WHEN 7 THEN ${productCount} / 2 ELSE ${productCount} / 4 END, CASE days WHEN 7 THEN ${now} END
   FROM unnest(ARRAY[7, 0]) AS days`,
    `INSERT INTO task_groups (kind, name) VALUES ('issue', '1'), ('issue', '2')`,
    `INSERT INTO tasks (kind, group_name, subscriber_id, state, due_at, created_at, ended_at)
   SELECT 'issue', issue::text, id, state, due_at, due_at, CASE WHEN state NOT IN ('waiting', 'running') THEN due_at END
   FROM newsletter_subscribers, LATERAL (SELECT ${now} - id % 100 * interval '1 second' - interval '1 second' AS due_at) AS due, unnest(ARRAY[1, 2]) AS issue,
     LATERAL (SELECT CASE WHEN issue = 1 OR id > 300 AND id % 10 > 0 THEN 'done' WHEN id > 300 THEN 'waiting' WHEN id > 200 THEN 'uncertain' ELSE 'running' END AS state) AS states
   WHERE status = 'confirmed' AND (issue = 1 OR id <= ${productCount} / 4) ORDER BY issue, id`,
    `INSERT INTO sessions (user_id, secret_hash, last_seen_at, expires_at)
   SELECT 1 + n % 400, decode(md5(n::text), 'hex'), ${now} - n * interval '1 second', '2036-01-01'
   FROM generate_series(1, least(${productCount}, 8000)) AS n`,
    `INSERT INTO audit_entries (actor_id, actor_handle, action, subject_kind, subject_id, details, hash)
   SELECT 1, 'user-1', 'product.reject', 'product', id, '{"reason": "No"}', decode(md5(id::text), 'hex') FROM products`,
  ];
}

const searchDocuments = `INSERT INTO search_documents (product_id, hot, weighing_upvote_count, name_key, tag_ids, words)
   SELECT id, hot_score(weighing_upvote_count, approved_at), weighing_upvote_count, 'product' || number, tag_ids, array_to_tsvector(
     '{product,t/product,n/product,p*,pr*,n/p*,n/pr*,does,t/does,d*,do*,the,t/the,t*,th*,thing,t/thing,n*,nu*,tag,t/tag,g/tag,ta*}'
     || ARRAY[number, 't/' || number, 'n/' || number, left(number, 1) || '*', left(number, 2) || '*', 'n/' || left(number, 1) || '*', 'n/' || left(number, 2) || '*']
     || tag_words)
   FROM products, substr(slug, 9) AS number, LATERAL (
     SELECT array_agg(tag_id ORDER BY position) AS tag_ids, array_agg('#tag ' || tag_id) || array_agg('g/' || tag_id) AS tag_words
     FROM product_tags WHERE product_id = id
   ) AS tagged
   WHERE status = 'approved'`;
