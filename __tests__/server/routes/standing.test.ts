import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { findProductCall } from '@/lib/contract/product';
import { products } from '@/server/db/schema';
import { updateUpvotes } from '@/server/queries/reactions/upvotes';
import { buildProduct, buildUpvotes, buildUser } from '../../setup/build';
import { setUpServedPages } from '../../setup/served-pages';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const site = setUpServedPages(api);
afterEach(() => jest.restoreAllMocks());

async function standingOf(slug: string) {
  await api.deps().publicChanges.catchUp();
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return z.parse(findProductCall.answer, body).product.standing;
}

it('says the place of a product among all, with the upvotes that count', async () => {
  const liked = await buildProduct(api.db, {
    slug: 'liked',
    approvedAt: new Date(testNow.getTime() - 30 * DAY_MS),
  });
  await buildUpvotes(api.db, liked.id, 2);
  await buildProduct(api.db, { slug: 'older', approvedAt: new Date(testNow.getTime() - 2 * DAY_MS) });
  const newer = await buildProduct(api.db, { slug: 'newer', upvoteCount: 1 });
  await buildProduct(api.db, { slug: 'pending', status: 'pending', approvedAt: null });

  expect(await standingOf('liked')).toEqual({ place: 1, productCount: 3, rankingUpvoteCount: 2 });
  expect(await standingOf('newer')).toEqual({ place: 2, productCount: 3, rankingUpvoteCount: 0 });
  expect(await standingOf('older')).toEqual({ place: 3, productCount: 3, rankingUpvoteCount: 0 });

  // A product that passes it outdates the response.
  const { id: userId } = await buildUser(api.db);
  const upvote = { productId: newer.id, userId, isWanted: true, createdAt: testNow, countsInRanking: true };
  await updateUpvotes(api.db, [upvote]);
  expect(await standingOf('liked')).toMatchObject({ place: 2 });
});

/** Adds approved products `p0`, `p1` and so on, in the order of their places. */
async function buildPlaces(count: number) {
  const first = await buildProduct(api.db, { slug: 'p0' });
  await api.db.execute(`
    INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
    SELECT 'p' || n, name, tagline, url, 'p' || n, status, approved_at - n * interval '1 second'
    FROM products, generate_series(1, ${count - 1}) AS n`);
  await api.db.execute(
    `INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products WHERE id <> ${first.id}`,
  );
}

it('says no place after the first 1,000', async () => {
  await buildPlaces(1_001);

  expect(await standingOf('p999')).toMatchObject({ place: 1_000, productCount: 1_001 });
  expect(await standingOf('p1000')).toMatchObject({ place: null, productCount: 1_001 });
});

it('says the new place at once as far as the 30 products of the first page', async () => {
  await buildPlaces(32);
  expect(await standingOf('p29')).toMatchObject({ place: 30 });
  expect(await standingOf('p30')).toMatchObject({ place: 31 });

  const [last] = await api.db.select().from(products).where(eq(products.slug, 'p31'));
  const { id: userId } = await buildUser(api.db);
  const upvote = { userId, isWanted: true, createdAt: testNow, countsInRanking: true };
  await updateUpvotes(api.db, [{ productId: last?.id ?? '', ...upvote }]);

  expect(await standingOf('p29')).toMatchObject({ place: 31 });
  expect(await standingOf('p30')).toMatchObject({ place: 31 });
});

it('shows a place for at most 10 minutes', async () => {
  await buildProduct(api.db, { slug: 'figgle' });
  await site.learnChanges();
  await site.send('/tool/figgle');
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now');
  const renderedAfter = async (ms: number) => {
    clock.mockImplementation(() => now() + ms);
    site.rendered = [];
    await site.learnChanges();
    await site.send('/tool/figgle');
    return site.rendered;
  };

  for (const minutes of [3, 6, 9]) expect(await renderedAfter(minutes * MINUTE_MS)).toEqual([]);
  expect(await renderedAfter(10.5 * MINUTE_MS)).toEqual(['/tool/figgle']);
});
