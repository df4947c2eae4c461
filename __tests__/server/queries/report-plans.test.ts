import { sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows, SKEWED_NOW } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import type { Db } from '@/server/db/client';
import { listReportsOf, listOpenReports, listReportedProducts } from '@/server/queries/products/reports';

const database = setUpTestDatabase({
  fill: async (db) => {
    await insertSkewedRows(db, 3_000);
    // Two reports of each product, of which one is open, by 100 members.
    await db.execute(sql`
      INSERT INTO reports (product_id, reporter_id, reason, created_at, resolved_at, outcome)
      SELECT products.id, products.id % 50 + 1 + 50 * is_open, 'spam', products.created_at,
        CASE WHEN is_open = 0 THEN products.created_at END, CASE WHEN is_open = 0 THEN 'upheld' END
      FROM products CROSS JOIN generate_series(0, 1) AS is_open`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const limit = 25;
const ids = Array.from({ length: limit }, (_, index) => String(index + 1));

it.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  ['reported products', (db) => listReportedProducts(db, { limit }), ['Index Scan reported_products_urgent']],
  [
    'reported products, page 2',
    (db) => listReportedProducts(db, { limit, after: { value: 4e9, id: '9' } }),
    ['Index Scan reported_products_urgent'],
  ],
  [
    'reports of a member, page 2',
    (db) => listReportsOf(db, { reporterId: '7', limit, after: { value: SKEWED_NOW, id: '5000' } }),
    ['Index Scan reports_of_member', 'Index Scan products_pkey'],
  ],
  [
    'open reports, with the accuracy of their reporters',
    (db) => listOpenReports(db, ids),
    [
      ...['Index Only Scan reports_open_of_product', 'Index Scan reports_pkey'],
      'Bitmap Index Scan reports_of_member',
    ],
  ],
])('reads by an index: %s', async (_, query, steps) => {
  const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
  expect(reads).toEqual(steps);
});
