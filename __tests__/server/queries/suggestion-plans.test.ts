import { sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows, SKEWED, SKEWED_NOW } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import type { Db } from '@/server/db/client';
import { listMemberStandings } from '@/server/queries/account/standings';
import {
  deleteOldSuggestions,
  listAgreements,
  listAgreementsOf,
  listOpenSuggestions,
  listSuggestionsOfMember,
  listSuggestionsOfProduct,
} from '@/server/queries/edits/suggestions';

const database = setUpTestDatabase({
  fill: async (db) => {
    await insertSkewedRows(db, 3_000);
    // Eight suggestions of each product, of which four are open, by 100 members each. One in ten is of a single member.
    await db.execute(sql`
      INSERT INTO suggestions (product_id, member_id, before, after, based_on, created_at, status, decided_at)
      SELECT products.id, CASE WHEN (products.id + n) % 10 = 0 AND n > 3 THEN 1 ELSE products.id % 50 + 1 + 50 * n % 350 END, '{}', '{}',
        products.created_at, products.created_at,
        (ARRAY['open', 'open', 'open', 'open', 'accepted', 'rejected', 'closed', 'accepted'])[n + 1],
        CASE WHEN n > 3 THEN products.created_at END
      FROM products CROSS JOIN generate_series(0, 7) AS n`);
    await db.execute(sql`
      INSERT INTO suggestion_agreements (suggestion_id, member_id, created_at)
      SELECT suggestions.id, suggestions.id % 200 + n, created_at FROM suggestions CROSS JOIN generate_series(1, 2) AS n`);
    await db.execute(sql`
      INSERT INTO former_authors (suggestion_id, member_id)
      SELECT id, id % 200 + 1 FROM suggestions WHERE id % 3 = 0`);
    await db.execute(sql`
      INSERT INTO rejection_times (entry_id, user_id, rejected_at)
      SELECT n, n % 400 + 1, ${SKEWED_NOW.toISOString()}::timestamptz - n % 90 * interval '1 day' FROM generate_series(1, 20000) AS n`);
    // Every member suggests a change of one product.
    await db.execute(sql`
      INSERT INTO suggestions (product_id, member_id, before, after, based_on, created_at)
      SELECT 301, id, '{}', '{}', created_at, created_at + id * interval '1 minute' FROM users
      ON CONFLICT DO NOTHING`);
    await db.execute(sql`
      INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids, set_aside_at)
      SELECT created_at, created_at, 20, '{}', '{}', created_at FROM products`);
    await db.execute(sql`
      INSERT INTO vote_ring_members (ring_id, user_id) SELECT id, (id * 7 + n) % 400 + 1 FROM vote_rings, generate_series(1, 3) AS n`);
    await db.execute(
      sql`INSERT INTO member_rejections (user_id, rejection_count) SELECT id, 1 FROM users ON CONFLICT DO NOTHING`,
    );
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const limit = 30;
const after = { value: new Date(SKEWED_NOW.getTime() - 90 * 86_400_000), id: '9' };
const ids = Array.from({ length: limit }, (_, index) => String(index + 1));
const { frequentUser, occasionalUser } = SKEWED;

it.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  [
    'suggestions for moderators',
    (db) => listOpenSuggestions(db, { limit }),
    ['Index Scan suggestions_queue'],
  ],
  [
    'suggestions for moderators, page 2',
    (db) => listOpenSuggestions(db, { limit, after }),
    ['Index Scan suggestions_queue'],
  ],
  [
    'own suggestions of a frequent member',
    (db) => listSuggestionsOfMember(db, { memberId: frequentUser, limit }),
    ['Index Scan suggestions_member'],
  ],
  [
    'own suggestions, page 2',
    (db) => listSuggestionsOfMember(db, { memberId: occasionalUser, limit, after }),
    ['Index Scan suggestions_member'],
  ],
  [
    'open suggestions of a product',
    (db) => listSuggestionsOfProduct(db, '301', 10),
    ['Index Scan suggestions_open_of_product'],
  ],
  [
    'agreements with the suggestions of a page',
    (db) => listAgreements(db, ids),
    ['Index Only Scan suggestion_agreements_newest', 'Index Only Scan former_authors_suggestions'],
  ],
  [
    'suggestions that a member agrees with',
    (db) => listAgreementsOf(db, occasionalUser, ids),
    ['Index Only Scan suggestion_agreements_pkey'],
  ],
  ['what makes members trusted', (db) => listMemberStandings(db, ids, SKEWED_NOW), []],
  [
    'rejected and closed suggestions to delete',
    (db) => deleteOldSuggestions(db, new Date('2020-01-01')),
    ['Index Scan suggestions_rejected', 'Index Scan suggestions_closed'],
  ],
])('reads by an index: %s', async (_, query, steps) => {
  const reads = (await explain(database.pool, query)).filter((step) => !step.endsWith('Sort'));
  expect(reads).toEqual(steps);
});
