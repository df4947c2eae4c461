import { eq, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { overview as overviewSchema } from '@/lib/contract/product-list';
import { importProducts } from '@/server/commands/imports/import-products';
import { products, upvotes, users } from '@/server/db/schema';
import { countRecentUpvotesHourly } from '@/server/jobs/ranking-jobs';
import { buildProduct, buildUpvotes, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signal } = new AbortController();
const ago = (ms: number) => new Date(testNow.getTime() - ms);

async function readOverview() {
  await api.deps().publicChanges.catchUp();
  return overviewSchema.parse((await api.request('GET', '/api/overview')).body);
}

/** Upvotes that count in the ranking, given at an instant by new users. */
async function buildUpvotesAt(productId: string, count: number, createdAt: Date) {
  for (let vote = 0; vote < count; vote += 1) {
    const { id: userId } = await buildUser(api.db);
    await api.db.insert(upvotes).values({ productId, userId, createdAt, countsInRanking: true });
  }
}

const runJob = () => countRecentUpvotesHourly.run(api.deps(), signal);
const tagsInDemand = async () => (await readOverview()).tags.map(({ slug }) => slug);

it('is empty without products', async () => {
  await runJob();
  expect(await readOverview()).toEqual({
    topOfWeek: [],
    tags: [],
    recentSubmitters: [],
    counts: { products: 0, productsOfWeek: 0, rankers: 0 },
  });
});

it('has the five products of the last 7 days with the most upvotes', async () => {
  for (let count = 1; count <= 6; count += 1) {
    const { id } = await buildProduct(api.db, { slug: `p${count}`, approvedAt: ago(DAY_MS) });
    await buildUpvotes(api.db, id, count);
  }
  const old = await buildProduct(api.db, { slug: 'old', approvedAt: ago(7 * DAY_MS + 1) });
  await buildUpvotes(api.db, old.id, 9);
  const slugs = async () => (await readOverview()).topOfWeek.map(({ slug }) => slug);
  expect(await slugs()).toEqual(['p6', 'p5', 'p4', 'p3', 'p2']);

  await api.db.update(products).set({ rankingUpvoteCount: 7 }).where(eq(products.slug, 'p1'));
  expect(await slugs()).toEqual(['p1', 'p6', 'p5', 'p4', 'p3']);
});

it('orders tags by the upvotes that their products got in 30 days, then by products', async () => {
  const quiet = await buildProduct(api.db, { tags: ['Many'] });
  await buildProduct(api.db, { tags: ['Many', 'Few'] });
  const asked = await buildProduct(api.db, { tags: ['Asked'] });
  const other = await buildProduct(api.db, { tags: ['Other', 'Asked'] });
  await buildUpvotesAt(quiet.id, 5, ago(30 * DAY_MS));
  await buildUpvotesAt(asked.id, 1, ago(29 * DAY_MS));
  await buildUpvotesAt(other.id, 1, testNow);
  const tooNew = { productId: quiet.id, userId: (await buildUser(api.db)).id, countsInRanking: false };
  await api.db.insert(upvotes).values({ ...tooNew, createdAt: testNow });
  expect(await tagsInDemand()).toEqual(['asked', 'many', 'few', 'other']);

  await runJob();
  expect(await tagsInDemand()).toEqual(['asked', 'other', 'many', 'few']);

  // Two days later, the oldest upvote is forgotten.
  api.clock.now = ago(-2 * DAY_MS);
  await runJob();
  await api.db.execute(sql`UPDATE tags SET product_count = 2 WHERE slug = 'other'`);
  expect(await tagsInDemand()).toEqual(['asked', 'other', 'many', 'few']);
  const { rows } = await api.db.execute(sql`SELECT slug, recent_upvote_count FROM tags ORDER BY slug`);
  expect(rows.map((row) => row.recent_upvote_count)).toEqual([1, 0, 0, 1]);
});

it('counts an upvote that begins to count later, and none twice', async () => {
  const { id: productId } = await buildProduct(api.db, { tags: ['Late'] });
  const user = await buildUser(api.db, { createdAt: ago(HOUR_MS) });
  await api.db
    .insert(upvotes)
    .values({ productId, userId: user.id, createdAt: testNow, countsInRanking: false });
  const recentUpvotes = async () => {
    await runJob();
    return (await api.db.execute(sql`SELECT recent_upvote_count AS total FROM tags`)).rows;
  };
  expect(await recentUpvotes()).toEqual([{ total: 0 }]);

  api.clock.now = ago(-DAY_MS);
  expect(await recentUpvotes()).toEqual([{ total: 0 }]);
  await api.db.update(upvotes).set({ countsInRanking: true });
  // The day of the upvote is counted again when it is final.
  expect(await recentUpvotes()).toEqual([{ total: 0 }]);
  api.clock.now = ago(-3 * DAY_MS);
  expect(await recentUpvotes()).toEqual([{ total: 1 }]);
  expect(await recentUpvotes()).toEqual([{ total: 1 }]);
});

it('names the last submitters once each, without those who are banned or leave', async () => {
  const [ada, bo, chi, dara] = [
    await buildUser(api.db, { handle: 'ada' }),
    await buildUser(api.db, { handle: 'bo' }),
    await buildUser(api.db, { handle: 'chi', bannedAt: testNow }),
    await buildUser(api.db, { handle: 'dara', deletionRequestedAt: testNow }),
  ];
  for (const [index, { id }] of [ada, bo, ada, chi, dara].entries()) {
    await buildProduct(api.db, { submitterId: id, approvedAt: ago((5 - index) * HOUR_MS) });
  }
  const pending = await buildUser(api.db, { handle: 'edda' });
  const { id } = await buildProduct(api.db, { submitterId: pending.id, status: 'pending', approvedAt: null });
  const handles = async () => (await readOverview()).recentSubmitters.map(({ handle }) => handle);
  expect(await handles()).toEqual(['ada', 'bo']);

  await api.db.update(products).set({ status: 'approved', approvedAt: testNow }).where(eq(products.id, id));
  expect(await handles()).toEqual(['edda', 'ada', 'bo']);
  await api.db.update(users).set({ bannedAt: testNow }).where(eq(users.handle, 'ada'));
  expect(await handles()).toEqual(['edda', 'bo']);
});

it('looks for submitters among the last hundred submissions', async () => {
  const [ada, bo] = [await buildUser(api.db, { handle: 'ada' }), await buildUser(api.db, { handle: 'bo' })];
  await buildProduct(api.db, { submitterId: bo.id, approvedAt: ago(DAY_MS) });
  for (let index = 1; index < 100; index += 1) {
    await buildProduct(api.db, { submitterId: ada.id, approvedAt: ago(index * 1000) });
  }
  const handles = async () => (await readOverview()).recentSubmitters.map(({ handle }) => handle);
  expect(await handles()).toEqual(['ada', 'bo']);

  await buildProduct(api.db, { submitterId: ada.id, approvedAt: testNow });
  expect(await handles()).toEqual(['ada']);
});

it('counts products as they come, move to another day and go', async () => {
  const counts = async () => (await readOverview()).counts;
  const draft = { line: 1, hasOwnTagline: true, description: '', isRepeat: false, tags: ['Testing'] };
  const drafts = ['a', 'b'].map((name) => ({
    ...{ ...draft, name: `Tool ${name}`, tagline: 'Does something useful' },
    ...{ url: `https://${name}.example/`, canonicalURL: `${name}.example` },
  }));
  await importProducts(api.deps(), drafts, { isDryRun: false });
  const { id } = await buildProduct(api.db);
  const pending = await buildProduct(api.db, { status: 'pending', approvedAt: null });
  expect(await counts()).toEqual({ products: 3, productsOfWeek: 3, rankers: 0 });

  const set = (productId: string, values: Partial<typeof products.$inferInsert>) =>
    api.db.update(products).set(values).where(eq(products.id, productId));
  await set(id, { approvedAt: ago(7 * DAY_MS) });
  await set(pending.id, { status: 'approved', approvedAt: ago(6 * DAY_MS) });
  expect(await counts()).toMatchObject({ products: 4, productsOfWeek: 3 });
  await set(id, { status: 'removed' });
  await api.db.delete(products).where(eq(products.id, pending.id));
  expect(await counts()).toMatchObject({ products: 2, productsOfWeek: 2 });
});

it('counts each member once whose upvotes count, and no banned ones', async () => {
  const first = await buildProduct(api.db);
  const second = await buildProduct(api.db);
  const frequent = await buildUser(api.db);
  for (const { id: productId } of [first, second]) {
    await api.db
      .insert(upvotes)
      .values({ productId, userId: frequent.id, createdAt: testNow, countsInRanking: true });
  }
  await buildUpvotesAt(first.id, 2, ago(DAY_MS));
  await runJob();
  expect((await readOverview()).counts.rankers).toBe(3);

  await api.db.update(users).set({ bannedAt: testNow }).where(eq(users.id, frequent.id));
  await runJob();
  // The number alone outdates no page: pages with an overview are rendered every minute.
  api.deps().responseCache.clear();
  expect((await readOverview()).counts.rankers).toBe(2);
});
