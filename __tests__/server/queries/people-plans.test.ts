import { sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows, SKEWED, SKEWED_NOW } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import type { Db } from '@/server/db/client';
import {
  listAnswersToLast,
  listAppealsOfMeasures,
  listLastAnswers,
  listOpenAppeals,
} from '@/server/queries/account/appeals';
import { listHeldMeasures, listPastMeasures } from '@/server/queries/account/members';
import { listRejectionsOf } from '@/server/queries/audit-entries';
import {
  findClaim,
  leaseDueClaim,
  listVerifiedClaims,
  listVerifiedHosts,
} from '@/server/queries/products/claims';
import { listRemovals } from '@/server/queries/products/removals';

const database = setUpTestDatabase({
  fill: async (db) => {
    await insertSkewedRows(db, 5_000);
    // Three members claim each product; one of them is verified.
    await db.execute(sql`
      INSERT INTO product_claims (product_id, member_id, token, host, created_at, verified_at, check_due_at)
      SELECT products.id, 1 + (products.id + n) % 40, 't', 'a.example', created_at,
        CASE WHEN n = 0 THEN created_at END, CASE WHEN n = 0 THEN created_at END
      FROM products CROSS JOIN generate_series(0, 2) AS n`);
    await db.execute(sql`
      INSERT INTO member_measures (user_id, kind, reason, created_at, acknowledged_at)
      SELECT 1 + n % 40, 'warning', 'A poem.', now(), CASE WHEN n % 3 > 0 THEN now() END FROM generate_series(1, 5000) AS n`);
    await db.execute(sql`
      INSERT INTO audit_entries (actor_handle, action, subject_kind, subject_id, details, created_at)
      SELECT 'mo', CASE status WHEN 'removed' THEN 'report.remove' ELSE 'product.reject' END, 'product', id, '{}', created_at
      FROM products`);
    // Answers to each rejection and measure; few are open.
    await db.execute(sql`
      INSERT INTO appeals (user_id, product_id, entry_id, text, created_at, decided_at)
      SELECT 1 + id % 40, subject_id, id, 'No.', created_at, CASE WHEN id % 50 > 0 THEN created_at END FROM audit_entries`);
    await db.execute(sql`
      INSERT INTO appeals (user_id, measure_id, text, created_at, decided_at)
      SELECT user_id, id, 'No.', created_at, created_at FROM member_measures`);
    await db.execute(sql`UPDATE products SET removed_at = created_at WHERE status = 'removed'`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const now = SKEWED_NOW;
const limit = 25;
const ids = Array.from({ length: limit }, (_, index) => String(index + 1));
const [product] = ids;

it.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  [
    'open appeals',
    (db) => listOpenAppeals(db, { limit }),
    ['Index Scan appeals_open', 'Index Scan member_measures_pkey', 'Index Scan audit_entries_pkey'],
  ],
  [
    'open appeals, page 2',
    (db) => listOpenAppeals(db, { limit, after: { value: now, id: '9' } }),
    ['Index Scan appeals_open', 'Index Scan member_measures_pkey', 'Index Scan audit_entries_pkey'],
  ],
  [
    'answers to the last rejections of products',
    (db) => listAnswersToLast(db, ids),
    ['Bitmap Index Scan appeals_of_product'],
  ],
  [
    'the last answers about products',
    (db) => listLastAnswers(db, ids),
    ['Bitmap Index Scan appeals_of_product'],
  ],
  ['answers to measures', (db) => listAppealsOfMeasures(db, ids), ['Index Scan appeals_measure_id_key']],
  [
    'measures that hold',
    (db) => listHeldMeasures(db, '7', now),
    ['Bitmap Index Scan member_measures_of_member'],
  ],
  ['past measures', (db) => listPastMeasures(db, '7', now), ['Bitmap Index Scan member_measures_of_member']],
  [
    'a claim',
    (db) => findClaim(db, { productId: product ?? '', memberId: '7' }),
    ['Index Scan product_claims_product_id_member_id_key'],
  ],
  [
    'the verified claims of a product',
    (db) => listVerifiedClaims(db, product ?? ''),
    ['Bitmap Index Scan product_claims_product_id_member_id_key'],
  ],
  [
    'the verified hosts of a product',
    (db) => listVerifiedHosts(db, product ?? ''),
    ['Bitmap Index Scan product_claims_product_id_member_id_key'],
  ],
  [
    'the claim to check next',
    (db) => leaseDueClaim(db, { now, leasedUntil: now }),
    ['Index Scan product_claims_due', ...Array<string>(2).fill('Index Scan product_claims_pkey')],
  ],
  [
    'removed products of a member',
    (db) => listRemovals(db, SKEWED.frequentUser),
    ['Index Scan products_removals', 'Index Scan audit_entries_subject'],
  ],
  [
    'rejections of a member',
    (db) => listRejectionsOf(db, SKEWED.occasionalUser),
    [
      'Bitmap Index Scan products_submissions',
      'Index Scan audit_entries_subject',
      'Index Scan rejection_times_pkey',
    ],
  ],
])('reads by an index: %s', async (_, query, steps) => {
  const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
  expect(reads).toEqual(steps);
});
