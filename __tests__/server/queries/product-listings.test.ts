import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { importProducts } from '@/server/commands/imports/import-products';
import { users } from '@/server/db/schema';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpReactionCalls } from '../../setup/reaction-calls';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, createSubmission, edit, withdraw } = setUpSubmissionCalls(api);
const { approve, reject, buildModerator } = setUpModerationCalls(api);
const { add, remove } = setUpReactionCalls(api);
const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();

const rows = z.array(
  z.object({ product: z.string(), terms: z.array(z.string()), upvotes: z.array(z.int()) }),
);

/** The terms of each listed product, after a comparison of every row with the tables that it is copied from. */
async function readListings() {
  const listed =
    'SELECT product_id, term, hot, ranking_upvote_count, approved_at, term_ids FROM product_listings';
  const expected = `
    SELECT id, term, hot_score(weighing_upvote_count, approved_at), weighing_upvote_count, approved_at,
      ARRAY(SELECT -tag_id::integer FROM product_tags WHERE product_id = id ORDER BY tag_id)
    FROM products JOIN (
      SELECT id, 'all' FROM products UNION ALL SELECT product_id, 'tag:' || tag_id FROM product_tags
    ) AS terms (product_id, term) ON product_id = id
    WHERE status = 'approved'`;
  const differences = await api.pool.query(
    `(${listed} EXCEPT ALL ${expected}) UNION ALL (${expected} EXCEPT ALL ${listed})`,
  );
  expect(differences.rows).toEqual([]);
  const found = await api.pool.query(`
    SELECT products.name AS product, array_agg(coalesce(tags.slug, term) ORDER BY coalesce(tags.slug, term)) AS terms,
      array_agg(DISTINCT ranking_upvote_count) AS upvotes
    FROM product_listings JOIN products ON products.id = product_id LEFT JOIN tags ON term = 'tag:' || tags.id
    GROUP BY products.id ORDER BY products.id`);
  return rows.parse(found.rows);
}

it('lists a product from its approval to its removal, under its tags of the moment', async () => {
  const [ada, moderator] = [await signedInUser(), await buildModerator()];
  const { id } = await createSubmission(ada);
  expect(await readListings()).toEqual([]);

  await reject(moderator.headers, id, 'Please describe it.');
  await edit(ada, id, { description: 'It draws.' });
  expect(await readListings()).toEqual([]);

  expect((await approve(moderator.headers, id)).status).toBe(200);
  expect(await readListings()).toEqual([
    { product: 'Figgle', terms: ['all', 'design', 'drawing'], upvotes: [0] },
  ]);

  await edit(ada, id, { tags: ['Drawing', 'Games'] });
  expect(await readListings()).toEqual([
    { product: 'Figgle', terms: ['all', 'drawing', 'games'], upvotes: [0] },
  ]);

  await withdraw(ada, id);
  expect(await readListings()).toEqual([]);
});

it('lists a product with the upvotes that count in the ranking', async () => {
  const { id } = await buildProduct(api.db, { name: 'Grid', tags: ['CSS'] });
  const [old, young] = [await signedInUser(), await signedInUser({ createdAt: testNow })];
  const listedWith = (count: number) => [{ product: 'Grid', terms: ['all', 'css'], upvotes: [count] }];

  await add(old, 'upvotes', id);
  await add(young, 'upvotes', id);
  expect(await readListings()).toEqual(listedWith(1));

  api.clock.now = new Date(testNow.getTime() + dayMs);
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await readListings()).toEqual(listedWith(2));

  await remove(old, 'upvotes', id);
  expect(await readListings()).toEqual(listedWith(1));

  await api.db.update(users).set({ deletionRequestedAt: testNow }).where(eq(users.id, young.id));
  api.clock.now = new Date(testNow.getTime() + 15 * dayMs);
  expect(await deleteDueAccounts(api.deps())).toBe(1);
  expect(await readListings()).toEqual(listedWith(0));
});

it('lists imported products, also under tags that a later import adds', async () => {
  const importTagged = (tags: string[]) => {
    const url = { url: 'https://grid.example/', canonicalURL: 'grid.example' };
    const text = { name: 'Grid', tagline: 'Makes grids', description: '', hasOwnTagline: true };
    return importProducts(api.deps(), [{ line: 1, ...url, ...text, tags, isRepeat: false }], {
      isDryRun: false,
    });
  };

  await importTagged(['CSS']);
  expect(await readListings()).toEqual([{ product: 'Grid', terms: ['all', 'css'], upvotes: [0] }]);

  await importTagged(['CSS', 'Layout']);
  expect(await readListings()).toEqual([{ product: 'Grid', terms: ['all', 'css', 'layout'], upvotes: [0] }]);
});
