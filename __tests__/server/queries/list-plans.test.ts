import { type SQL, sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows, SKEWED, SKEWED_NOW } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { listOpenSessions } from '@/server/queries/account/sessions';
import { listLastRejections } from '@/server/queries/audit-entries';
import { countQueue, listQueue, listQueuePlaces } from '@/server/queries/queue-entries';
import { listSubmissions, listSubmissionsByStatus } from '@/server/queries/edits/submission-rows';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import { findTopPlace } from '@/server/queries/products/votes';
import {
  findProductByCanonicalURL,
  findProductBySlug,
  listApprovedProductsById,
  listApprovedProductsOf,
} from '@/server/queries/products/products';
import { listSiteConcerns } from '@/server/queries/products/site-checks';
import { countApprovedProductsOf, countSubmissions } from '@/server/queries/products/product-rows';
import { listBookmarks } from '@/server/queries/reactions/reactions';
import { listSearchHits } from '@/server/queries/search/search-hits';
import { searchProducts } from '@/server/queries/search/search-products';
import { listProductIds, refreshSearchDocuments } from '@/server/queries/search/search-documents';
import type { Db } from '@/server/db/client';

const database = setUpTestDatabase({
  fill: async (db) => {
    await insertSkewedRows(db, 10_000);
    await refreshSearchDocuments(db, [], await listProductIds(db, '0', 10_000));
    // A long queue.
    await db.execute(sql`
      INSERT INTO queue_entries (product_id, submitter_id, waiting_since, due_at)
      SELECT id, submitter_id, created_at, created_at FROM products WHERE review_status = 'approved' LIMIT 5000`);
    await db.execute(sql`
      INSERT INTO site_checks (product_id, url, host, check_at, concern, concern_since)
      SELECT id, url, 'a.example', created_at, CASE WHEN id % 10 = 0 THEN 'gone' END, CASE WHEN id % 10 = 0 THEN created_at END
      FROM products WHERE status = 'approved'`);
    await db.execute(sql`
      INSERT INTO moderator_changes (product_id, parts) SELECT id, '{tags}' FROM products WHERE id % 3 = 0`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

type Case = [name: string, query: (db: Db) => Promise<unknown>, steps: string[]];

const now = SKEWED_NOW;
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const limit = 25;
const ids = Array.from({ length: limit }, (_, index) => String(index + 1));
const { frequentUser: frequent, occasionalUser: occasional, largeTag, oldTag, tinyTag } = SKEWED;

const approved = (options: Partial<Parameters<typeof listApprovedProducts>[1]>) => (db: Db) =>
  listApprovedProducts(db, { sort: 'hot', limit, ...options });
const wordConditions = { any: "'thing'", head: "'t/thing'", name: "'n/thing'", nameKeys: [] };
/** What is read for each product of a page. */
const page = ['Index Scan products_pkey', 'Index Only Scan product_tags_position'];

describe('a list reads as many rows as it shows, in the order of an index:', () => {
  it.each<Case>([
    ['home', approved({}), ['Index Only Scan product_listings_hot', ...page]],
    [
      'home, page 2',
      approved({ after: { value: 2_900, id: '9' } }),
      ['Index Only Scan product_listings_hot', ...page],
    ],
    ['changed sites', (db) => listSiteConcerns(db, { limit }), ['Index Scan site_checks_concern']],
    [
      'changed sites, page 2',
      (db) => listSiteConcerns(db, { limit, after: { value: now, id: '9' } }),
      ['Index Scan site_checks_concern'],
    ],
    ['new', approved({ sort: 'new' }), ['Index Only Scan product_listings_new', ...page]],
    [
      'new, page 2',
      approved({ sort: 'new', after: { value: daysAgo(90), id: '9' } }),
      ['Index Only Scan product_listings_new', ...page],
    ],
    ['top of all time', approved({ sort: 'top' }), ['Index Only Scan product_listings_top', ...page]],
    [
      'top, page 2',
      approved({ sort: 'top', after: { value: 20, id: '9' } }),
      ['Index Only Scan product_listings_top', ...page],
    ],
    ['a large tag', approved({ tagId: largeTag }), ['Index Only Scan product_listings_hot', ...page]],
    ['a tag of old products', approved({ tagId: oldTag }), ['Index Only Scan product_listings_hot', ...page]],
    ['a tag of 3 products', approved({ tagId: tinyTag }), ['Index Only Scan product_listings_hot', ...page]],
    [
      'a profile',
      (db) => listApprovedProductsOf(db, { submitterId: frequent, limit }),
      ['Index Only Scan products_approved_submissions', ...page],
    ],
    [
      'own submissions',
      (db) => listSubmissions(db, { submitterId: frequent, status: 'approved', limit }),
      ['Index Scan products_submissions'],
    ],
    ["the moderators' queue", (db) => listQueue(db, { now, limit }), ['Index Scan queue_entries_due']],
    [
      'rejected submissions',
      (db) => listSubmissionsByStatus(db, { status: 'rejected', limit }),
      ['Index Scan products_review_status'],
    ],
    [
      'approved submissions',
      (db) => listSubmissionsByStatus(db, { status: 'approved', limit }),
      ['Index Scan products_review_status'],
    ],
    [
      'removed submissions, page 2',
      (db) =>
        listSubmissionsByStatus(db, { status: 'removed', limit, after: { value: daysAgo(90), id: '9' } }),
      ['Index Scan products_review_status'],
    ],
    [
      'bookmarks of a frequent user',
      (db) => listBookmarks(db, { userId: frequent, limit }),
      ['Index Only Scan bookmarks_newest', 'Index Scan products_pkey'],
    ],
    [
      'bookmarks of an occasional user',
      (db) => listBookmarks(db, { userId: occasional, limit }),
      ['Index Only Scan bookmarks_newest', 'Index Scan products_pkey'],
    ],
    [
      'a product by its slug',
      (db) => findProductBySlug(db, 'product-9'),
      ['Index Scan product_slugs_pkey', 'Index Scan products_pkey'],
    ],
  ])('%s', async (_, query, steps) => {
    const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
    expect(reads).toEqual(steps);
  });
});

describe('a list reads the rows that its index finds, then sorts or counts them:', () => {
  it.each<Case>([
    [
      'the last rejections on a page of the queue',
      (db) => listLastRejections(db, ids),
      ['Index Scan audit_entries_subject'],
    ],
    [
      'a product by its URL',
      (db) => findProductByCanonicalURL(db, 'p9.example'),
      ['Bitmap Index Scan products_canonical_url_key', 'Bitmap Index Scan products_pkey'],
    ],
    [
      'top of the day',
      approved({ sort: 'top', period: { since: daysAgo(1), until: now } }),
      ['Index Only Scan product_listings_day', 'Index Only Scan product_listings_day', ...page],
    ],
    [
      'the products of a page',
      (db) => listApprovedProductsById(db, ids),
      ['Index Scan products_pkey', ...page],
    ],
    [
      'the place of a product in the top list',
      (db) => findTopPlace(db, { rankingUpvoteCount: 3, id: '1' }),
      ['Index Only Scan product_listings_top'],
    ],
    [
      'the open sessions of a user',
      (db) => listOpenSessions(db, occasional, now),
      ['Bitmap Index Scan sessions_user_id'],
    ],
    [
      'the number of submissions of a user',
      (db) => countSubmissions(db, occasional),
      ['Index Only Scan products_submissions'],
    ],
    [
      'the number of products on a profile',
      (db) => countApprovedProductsOf(db, occasional),
      ['Index Only Scan products_approved_submissions'],
    ],
    ['places in the queue', (db) => listQueuePlaces(db, ids, now), ['Index Scan queue_entries_due']],
    ['the length of the queue', (db) => countQueue(db, now), ['Seq Scan queue_entries']],
  ])('%s', async (_, query, steps) => {
    const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
    expect(reads).toEqual(steps);
  });
});

const documents = ['search_documents'];

it.each<Case>([
  [
    'a search for a word',
    (db) => searchProducts(db, { readings: [wordConditions], window: { from: 0, to: limit } }),
    [...documents, 'products', 'product_tags'],
  ],
  [
    'a search for a tag',
    (db) => searchProducts(db, { readings: [{ any: "'#tag-1'" }], window: { from: 0, to: limit } }),
    documents,
  ],
  [
    'reading the hits of a search',
    (db) => listSearchHits(db, ids, ['price']),
    ['products', 'product_tags', 'product_values'],
  ],
])('%s reads tables by index', async (_, query, tables) => {
  const scans = await database.db.transaction(async (tx) => {
    const before = await countScans(tx, tables);
    await query(tx);
    const after = await countScans(tx, tables);
    return tables.map((table) => ({
      table,
      sequential: (after.get(table)?.sequential ?? 0) - (before.get(table)?.sequential ?? 0),
      isByIndex: (after.get(table)?.byIndex ?? 0) > (before.get(table)?.byIndex ?? 0),
    }));
  });

  expect(scans).toEqual(tables.map((table) => ({ table, sequential: 0, isByIndex: true })));
});

/** Includes what the connection did up to a second before the transaction. */
async function countScans(db: Db, tables: readonly string[]) {
  const { rows } = await db.execute<{ table: string; sequential: number; byIndex: number }>(sql`
    SELECT relname AS "table", seq_scan::int AS sequential, idx_scan::int AS "byIndex"
    FROM pg_stat_xact_user_tables WHERE relname = ANY (${sql.param(tables)}::text[])`);
  return new Map(rows.map((row) => [row.table, row]));
}

it('plans without reading the ends of each index, as it would to compare a merge join', async () => {
  type Plan = { 'QUERY PLAN': [{ Planning: { 'Shared Hit Blocks': number } }] };
  const countPages = (settings: SQL[]) =>
    database.db.transaction(async (tx) => {
      for (const setting of settings) await tx.execute(setting);
      const plan = sql`EXPLAIN (BUFFERS, FORMAT JSON)
        SELECT FROM products JOIN product_listings ON product_listings.product_id = products.id`;
      // The first plan also reads what the database knows of the tables.
      await tx.execute(plan);
      const { rows } = await tx.execute<Plan>(plan);
      return rows[0]?.['QUERY PLAN'][0].Planning['Shared Hit Blocks'] ?? NaN;
    });

  expect(await countPages([])).toBeLessThan(await countPages([sql`SET LOCAL enable_mergejoin = on`]));
});
