import { sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { listOpenSessions } from '@/server/queries/account/sessions';
import { listLastRejections } from '@/server/queries/audit-entries';
import { listSubmissions, listSubmissionsByStatus } from '@/server/queries/products/product-edits';
import {
  findProductByCanonicalURL,
  findProductBySlug,
  listApprovedProducts,
  listApprovedProductsById,
  listRelatedProducts,
} from '@/server/queries/products/products';
import {
  countApprovedProductsOf,
  countPendingProducts,
  countSubmissions,
  listQueuePlaces,
} from '@/server/queries/products/submissions';
import { listBookmarks } from '@/server/queries/reactions/bookmarks';
import { listReactions } from '@/server/queries/reactions/reactions';
import {
  countMatchesByTag,
  listSearchHits,
  rankHottest,
  rankMatches,
} from '@/server/queries/search/search-products';
import type { Db } from '@/server/db/client';

const database = setUpTestDatabase({ fill: insertSkewedRows });

type Case = [name: string, query: (db: Db) => Promise<unknown>, steps: string[]];

const now = new Date('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const limit = 25;
const ids = Array.from({ length: limit }, (_, index) => String(index + 1));
/** User 1 has a fifth of everything, user 7 a few rows. */
const [frequent, occasional] = ['1', '7'];
/** Tag 1 has most products, tag 120 a few. */
const [largeTag, smallTag] = ['1', '120'];

const approved = (options: Partial<Parameters<typeof listApprovedProducts>[1]>) => (db: Db) =>
  listApprovedProducts(db, { sort: 'hot', limit, ...options });
const wordConditions = { any: "'thing'", head: "'t/thing'", name: "'n/thing'", nameKeys: [] };
const inTag = 'Index Only Scan product_tags_pkey';

describe('a list reads as many rows as it shows, in the order of an index:', () => {
  it.each<Case>([
    ['home', approved({}), ['Index Scan products_hot']],
    ['home, page 2', approved({ after: { value: 39_000, id: '9' } }), ['Index Scan products_hot']],
    ['new', approved({ sort: 'new' }), ['Index Scan products_new']],
    [
      'new, page 2',
      approved({ sort: 'new', after: { value: daysAgo(90), id: '9' } }),
      ['Index Scan products_new'],
    ],
    ['top of all time', approved({ sort: 'top' }), ['Index Scan products_top']],
    ['top, page 2', approved({ sort: 'top', after: { value: 20, id: '9' } }), ['Index Scan products_top']],
    ['a large tag, hot', approved({ tagId: largeTag }), ['Index Scan products_hot', inTag]],
    ['a large tag, new', approved({ tagId: largeTag, sort: 'new' }), ['Index Scan products_new', inTag]],
    ['a large tag, top', approved({ tagId: largeTag, sort: 'top' }), ['Index Scan products_top', inTag]],
    [
      "the moderators' queue",
      (db) => listSubmissionsByStatus(db, { status: 'pending', limit }),
      ['Index Scan products_review_status'],
    ],
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
      'the reactions to a page',
      (db) => listReactions(db, frequent, ids),
      ['Index Only Scan upvotes_pkey', 'Index Only Scan bookmarks_pkey'],
    ],
    ['the products of a page', (db) => listApprovedProductsById(db, ids), ['Index Scan products_pkey']],
    [
      'a product by its slug',
      (db) => findProductBySlug(db, 'product-9'),
      ['Index Scan product_slugs_pkey', 'Index Scan products_pkey'],
    ],
  ])('%s', async (_, query, steps) => {
    expect(await explain(database.pool, query)).toEqual(steps);
  });
});

describe('a list reads the rows that its index finds, then sorts or counts them:', () => {
  it.each<Case>([
    ['the hits of a search', (db) => listSearchHits(db, ids), ['Index Scan products_pkey']],
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
    ['top of the day', approved({ sort: 'top', since: daysAgo(1) }), ['Bitmap Index Scan products_new']],
    ['top of the week', approved({ sort: 'top', since: daysAgo(7) }), ['Bitmap Index Scan products_new']],
    [
      'a small tag',
      approved({ tagId: smallTag }),
      ['Index Only Scan product_tags_tag_id', 'Index Scan products_pkey'],
    ],
    [
      'the profile of an occasional user',
      approved({ sort: 'new', submitterId: occasional }),
      ['Bitmap Index Scan products_submitter'],
    ],
    [
      'the open sessions of a user',
      (db) => listOpenSessions(db, occasional, now),
      ['Bitmap Index Scan sessions_user_id'],
    ],
    [
      'the number of submissions of a user',
      (db) => countSubmissions(db, occasional),
      ['Bitmap Index Scan products_submitter'],
    ],
    [
      'the number of products on a profile',
      (db) => countApprovedProductsOf(db, occasional),
      ['Bitmap Index Scan products_submitter'],
    ],
    ['places in the queue', (db) => listQueuePlaces(db, ids), ['Index Only Scan products_review_status']],
    ['the length of the queue', countPendingProducts, ['Index Only Scan products_review_status']],
  ])('%s', async (_, query, steps) => {
    const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
    expect(reads).toEqual(steps);
  });
});

describe('a list reads more rows than it needs:', () => {
  it.each<Case>([
    [
      'top of the month walks the order of all time until it has found enough',
      approved({ sort: 'top', since: daysAgo(30) }),
      ['Index Scan products_top'],
    ],
    [
      'the profile of a frequent user walks the newest products of everyone',
      approved({ sort: 'new', submitterId: frequent }),
      ['Index Scan products_new'],
    ],
    [
      'the approved submissions of a frequent user walk those of everyone',
      (db) => listSubmissions(db, { submitterId: frequent, status: 'approved', limit }),
      ['Index Scan products_review_status'],
    ],
    [
      'related products read the table of 8,000 products as a whole',
      (db) => listRelatedProducts(db, { slug: 'product-1', status: 'approved', limit: 6 }),
      [
        'Seq Scan products',
        'Index Scan products_slug_key',
        'Index Only Scan product_tags_pkey',
        'Index Only Scan products_hot',
        'Index Only Scan product_tags_tag_id',
      ],
    ],
  ])('%s', async (_, query, steps) => {
    const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
    expect(reads).toEqual(steps);
  });
});

it.each<Case>([
  ['ranking the matches of a word', (db) => rankMatches(db, wordConditions, limit), []],
  ['ranking the hottest products with a tag', (db) => rankHottest(db, "'#tag-1'", limit), []],
  ['counting matches by tag', (db) => countMatchesByTag(db, "'thing'", limit), []],
])('%s reads the search documents by index', async (_, query) => {
  const scans = await database.db.transaction(async (tx) => {
    const before = await countScans(tx);
    await query(tx);
    const after = await countScans(tx);
    return { sequential: after.sequential - before.sequential, isByIndex: after.byIndex > before.byIndex };
  });

  expect(scans).toEqual({ sequential: 0, isByIndex: true });
});

/** Includes what the connection did up to a second before the transaction. */
async function countScans(db: Db) {
  const { rows } = await db.execute<{ sequential: number; byIndex: number }>(
    sql`SELECT seq_scan::int AS sequential, idx_scan::int AS "byIndex" FROM pg_stat_xact_user_tables WHERE relname = 'search_documents'`,
  );
  return rows[0] ?? { sequential: 0, byIndex: 0 };
}
