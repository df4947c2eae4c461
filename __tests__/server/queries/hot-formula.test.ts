import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createRandom } from '@/__tests__/bench/search-records';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { hotScore } from '@/lib/contract/plain/ranking';
import { products } from '@/server/db/schema';

const database = setUpTestDatabase();
const firstInstantMs = Date.UTC(2000, 0, 1);
const lastInstantMs = Date.UTC(2100, 0, 1);

it('the generated column product_listings.hot equals hotScore() for 1,000 random products', async () => {
  const seed = randomInt(2 ** 31);
  const random = createRandom(seed);
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    slug: `product-${index}`,
    name: 'Product',
    tagline: 'A product',
    ...{ description: '', descriptionHTML: '' },
    url: 'https://product.example/',
    canonicalURL: `product.example/${index}`,
    status: 'approved' as const,
    // From 0 to 2,147,483,647, small numbers more often.
    rankingUpvoteCount: Math.floor(2 ** (random() * 31)) - 1,
    approvedAt: new Date(firstInstantMs + Math.floor(random() * (lastInstantMs - firstInstantMs))),
  }));
  await database.db.insert(products).values(rows);
  const inserted = await database.db.execute<{ count: number; approvedAt: string; hot: number }>(sql`
    SELECT ranking_upvote_count AS count, approved_at AS "approvedAt", hot FROM product_listings`);

  const differing = inserted.rows.filter(
    // The last bits may differ; the smallest step of the order, 1 ms, is 1.6e-9.
    ({ count, approvedAt, hot }) => !(Math.abs(hot - hotScore(count, new Date(approvedAt))) < 1e-11),
  );
  expect({ seed, count: inserted.rows.length, differing }).toEqual({ seed, count: 1_000, differing: [] });
});
