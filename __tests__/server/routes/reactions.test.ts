import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { productPage } from '@/lib/contract/product';
import { products, upvotes, users } from '@/server/db/schema';
import { deleteAccountsHourly } from '@/server/jobs/account-jobs';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { buildProduct, buildUser } from '../../setup/build';
import { noCounts, privatePath, setUpReactionCalls } from '../../setup/reaction-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, add, remove, countsOf, storedReactions } = setUpReactionCalls(api);
const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('upvoting', () => {
  it('counts one upvote per user however often it is added, and removes it', async () => {
    const [ada, bob] = [await signedInUser(), await signedInUser()];
    const { id } = await buildProduct(api.db);

    expect((await add(ada, 'upvotes', id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: true });
    expect((await add(ada, 'upvotes', id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: true });
    expect((await add(bob, 'upvotes', id)).body).toMatchObject({ upvoteCount: 2, upvoted: true });
    expect(await countsOf(id)).toEqual({ upvotes: 2, rankingUpvotes: 2, bookmarks: 0 });

    expect((await remove(ada, 'upvotes', id)).body).toEqual({
      isError: false,
      upvoteCount: 1,
      upvoted: false,
    });
    expect((await remove(ada, 'upvotes', id)).body).toMatchObject({ upvoteCount: 1, upvoted: false });
    expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 1, bookmarks: 0 });
    expect(await api.db.select().from(upvotes)).toMatchObject([{ userId: bob.id, productId: id }]);
  });

  it('shows the new count immediately in lists, in their order and in search', async () => {
    const ada = await signedInUser();
    const first = await buildProduct(api.db, { name: 'Alpha pen', upvoteCount: 1, rankingUpvoteCount: 1 });
    const second = await buildProduct(api.db, { name: 'Beta pen', upvoteCount: 1, rankingUpvoteCount: 1 });
    const top = async () => {
      const { body } = await api.request('GET', '/api/products?sort=top');
      return productPage.parse(body).products.map(({ id, upvoteCount }) => [id, upvoteCount]);
    };
    const found = async () => {
      const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: 'pen' } });
      const hit = z.object({ id: z.string(), upvoteCount: z.number() });
      return z
        .object({ hits: z.array(hit) })
        .parse(body)
        .hits.map(({ id, upvoteCount }) => [id, upvoteCount]);
    };
    expect(await top()).toEqual([
      [second.id, 1],
      [first.id, 1],
    ]);

    await add(ada, 'upvotes', first.id);

    expect(await top()).toEqual([
      [first.id, 2],
      [second.id, 1],
    ]);
    expect(await found()).toEqual([
      [first.id, 2],
      [second.id, 1],
    ]);
  });

  it('counts one upvote of the submitter', async () => {
    const ada = await signedInUser();
    const { id } = await buildProduct(api.db, { submitterId: ada.id });

    expect((await add(ada, 'upvotes', id)).body).toMatchObject({ upvoteCount: 1 });
  });

  it('counts in the ranking from the moment the account is 24 hours old', async () => {
    const old = await signedInUser({ createdAt: new Date(testNow.getTime() - dayMs) });
    const young = await signedInUser({ createdAt: new Date(testNow.getTime() - dayMs + 1) });
    const banned = await buildUser(api.db, { bannedAt: testNow });
    const { id } = await buildProduct(api.db);
    await api.db.insert(upvotes).values({ productId: id, userId: banned.id, countsInRanking: false });

    await add(old, 'upvotes', id);
    await add(young, 'upvotes', id);
    expect(await countsOf(id)).toEqual({ upvotes: 2, rankingUpvotes: 1, bookmarks: 0 });
    await remove(young, 'upvotes', id);
    expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 1, bookmarks: 0 });
    await add(young, 'upvotes', id);

    await countUpvotesEachMinute.run(api.deps(), signal);
    expect(await countsOf(id)).toEqual({ upvotes: 2, rankingUpvotes: 1, bookmarks: 0 });

    api.clock.now = new Date(testNow.getTime() + 1);
    await countUpvotesEachMinute.run(api.deps(), signal);
    await countUpvotesEachMinute.run(api.deps(), signal);
    expect(await countsOf(id)).toEqual({ upvotes: 2, rankingUpvotes: 2, bookmarks: 0 });

    await remove(young, 'upvotes', id);
    expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 1, bookmarks: 0 });
  });

  it('counts in the ranking again once the user is no longer banned', async () => {
    const user = await signedInUser({ createdAt: new Date(testNow.getTime() - dayMs + 1) });
    const { id } = await buildProduct(api.db);
    await add(user, 'upvotes', id);
    const setBannedAt = (bannedAt: Date | null) =>
      api.db.update(users).set({ bannedAt }).where(eq(users.id, user.id));

    await setBannedAt(testNow);
    api.clock.now = new Date(testNow.getTime() + 1);
    await countUpvotesEachMinute.run(api.deps(), signal);
    expect(await countsOf(id)).toMatchObject({ rankingUpvotes: 0 });

    await setBannedAt(null);
    await countUpvotesEachMinute.run(api.deps(), signal);
    expect(await countsOf(id)).toMatchObject({ rankingUpvotes: 1 });
  });

  it('adds upvotes of more than one batch to the ranking, each once', async () => {
    const user = await buildUser(api.db);
    await api.db.execute(sql`
      INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at, upvote_count)
      SELECT 'p' || n, 'P', 'A product', 'https://x.example', 'x' || n, 'approved', now(), 1
      FROM generate_series(1, 1001) AS n`);
    await api.db.execute(sql`
      INSERT INTO upvotes (product_id, user_id, is_weighing) SELECT id, ${user.id}::bigint, false FROM products`);

    await countUpvotesEachMinute.run(api.deps(), signal);

    const { rows } = await api.db.execute(sql`
      SELECT count(*)::integer AS total FROM products WHERE weighing_upvote_count = 1`);
    expect(rows).toEqual([{ total: 1001 }]);
  });
});

describe.each(['upvotes', 'bookmarks'] as const)('%s', (kind) => {
  it('are not accepted from visitors, banned users or users who have requested deletion', async () => {
    const { id } = await buildProduct(api.db);
    const banned = await signedInUser({ bannedAt: testNow });
    const userInDeletion = await signedInUser({ deletionRequestedAt: testNow });

    expect((await api.request('PUT', `${privatePath}/${kind}/${id}`)).status).toBe(401);
    expect((await add(banned, kind, id)).status).toBe(403);
    expect((await add(userInDeletion, kind, id)).status).toBe(403);
    expect(await storedReactions()).toEqual([]);
    expect(await countsOf(id)).toEqual(noCounts);
  });

  it.each(['pending', 'rejected', 'removed'] as const)(
    'are not accepted for a %s product',
    async (status) => {
      const ada = await signedInUser();
      const { id } = await buildProduct(api.db, { status, approvedAt: null, submitterId: ada.id });

      expect(await add(ada, kind, id)).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: "This tool doesn't exist." },
      });
      expect((await remove(ada, kind, id)).status).toBe(404);
      expect(await storedReactions()).toEqual([]);
      expect(await countsOf(id)).toEqual(noCounts);
    },
  );

  it.each(['0', '-1', '1.5', 'x', '9'.repeat(19), '1%20OR%201'])(
    'are not accepted for the id %s',
    async (id) => {
      const ada = await signedInUser();
      expect(await add(ada, kind, id)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
      expect((await add(ada, kind, '999')).status).toBe(404);
      expect(await storedReactions()).toEqual([]);
    },
  );

  it('can be removed repeatedly from a product that is no longer approved', async () => {
    const ada = await signedInUser();
    const { id } = await buildProduct(api.db);
    await add(ada, kind, id);
    await api.db.update(products).set({ status: 'removed' }).where(eq(products.id, id));

    expect((await add(ada, kind, id)).status).toBe(404);
    expect((await remove(ada, kind, id)).status).toBe(200);
    expect((await remove(ada, kind, id)).status).toBe(200);
    expect(await storedReactions()).toEqual([]);
    expect(await countsOf(id)).toEqual(noCounts);
  });

  it('create one row and one count from 200 requests of one user at the same time', async () => {
    const ada = await signedInUser();
    const { id } = await buildProduct(api.db);

    const answers = await Promise.all(Array.from({ length: 200 }, () => add(ada, kind, id)));

    const allowed = kind === 'upvotes' ? 30 : 60;
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...times(allowed, 200), ...times(200 - allowed, 429)]);
    expect(await storedReactions()).toHaveLength(1);
    expect(await countsOf(id)).toMatchObject({ [kind]: 1 });
  });
});

describe('the limits', () => {
  it('allow 30 upvotes per minute and user, and the error says how long to wait', async () => {
    const ada = await signedInUser();
    const { id } = await buildProduct(api.db);
    for (let count = 0; count < 15; count += 1) {
      expect((await add(ada, 'upvotes', id)).status).toBe(200);
      expect((await remove(ada, 'upvotes', id)).status).toBe(200);
    }

    const limited = await add(ada, 'upvotes', id);

    expect(limited).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: 'Too many attempts. Try again in 1 minute.' },
    });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countsOf(id)).toEqual(noCounts);
    expect((await add(ada, 'bookmarks', id)).status).toBe(200);
  });
});

it('deletes an account with its upvotes and bookmarks, and reduces the counts', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser({ createdAt: testNow })];
  const [one, two] = [await buildProduct(api.db), await buildProduct(api.db)];
  for (const user of [ada, bob]) {
    for (const { id } of [one, two]) {
      await add(user, 'upvotes', id);
      await add(user, 'bookmarks', id);
    }
  }
  await api.db.update(users).set({ deletionRequestedAt: testNow }).where(eq(users.id, bob.id));
  api.clock.now = new Date(testNow.getTime() + 15 * dayMs);

  await deleteAccountsHourly.run(api.deps(), signal);

  for (const { id } of [one, two]) {
    expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 1, bookmarks: 1 });
  }
  expect((await storedReactions()).map(({ userId }) => userId)).toEqual(times(4, 0).map(() => ada.id));
});
