import { randomInt } from 'node:crypto';
import { createRandom } from '@/__tests__/bench/search-records';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { hotScore } from '@/lib/contract/plain/ranking';
import { products } from '@/server/db/schema';

const database = setUpTestDatabase();
const firstInstantMs = Date.UTC(2000, 0, 1);
const lastInstantMs = Date.UTC(2100, 0, 1);

it('the generated column products.hot equals hotScore() for 1,000 random products', async () => {
  const seed = randomInt(2 ** 31);
  const random = createRandom(seed);
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    slug: `product-${index}`,
    name: 'Product',
    tagline: 'A product',
    url: 'https://product.example/',
    canonicalURL: `product.example/${index}`,
    status: 'approved' as const,
    // From 0 to 2,147,483,647, small numbers more often.
    rankingUpvoteCount: Math.floor(2 ** (random() * 31)) - 1,
    approvedAt: new Date(firstInstantMs + Math.floor(random() * (lastInstantMs - firstInstantMs))),
  }));
  const inserted = await database.db
    .insert(products)
    .values(rows)
    .returning({ count: products.rankingUpvoteCount, approvedAt: products.approvedAt, hot: products.hot });

  const differing = inserted.filter(
    // The last bits may differ; the smallest step of the order, 1 ms, is 2e-8.
    ({ count, approvedAt, hot }) =>
      approvedAt === null || hot === null || Math.abs(hot - hotScore(count, approvedAt)) > 1e-9,
  );
  expect({ seed, count: inserted.length, differing }).toEqual({ seed, count: 1_000, differing: [] });
});
