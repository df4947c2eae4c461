import { asc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { productPage } from '@/lib/contract/product';
import { countUpvotesEachMinute, deleteAccountsHourly } from '@/server/jobs/jobs';
import { bookmarks, products, upvotes, users } from '@/server/db/schema';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const dayMs = 24 * 60 * 60 * 1000;
const base = '/api/user/private';
const { signal } = new AbortController();

type Member = Awaited<ReturnType<typeof member>>;
type Kind = 'upvotes' | 'bookmarks';

async function member(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(api.db, overrides);
  return { ...user, headers: await api.signIn(user) };
}

/** From an address of its own, so that only what a test is about counts against a sender. */
const put = ({ headers, id }: Member, kind: Kind, productId: string, remoteAddress = `10.0.0.${id}`) =>
  api.request('PUT', `${base}/${kind}/${productId}`, { headers, remoteAddress });
const take = ({ headers, id }: Member, kind: Kind, productId: string, remoteAddress = `10.0.0.${id}`) =>
  api.request('DELETE', `${base}/${kind}/${productId}`, { headers, remoteAddress });

const countsOf = async (productId: string) => {
  const [row] = await api.db
    .select({
      upvotes: products.upvoteCount,
      weighing: products.rankingUpvoteCount,
      bookmarks: products.bookmarkCount,
    })
    .from(products)
    .where(eq(products.id, productId));
  return row;
};
const nothing = { upvotes: 0, weighing: 0, bookmarks: 0 };
const storedRows = async () => [
  ...(await api.db.select().from(upvotes)),
  ...(await api.db.select().from(bookmarks)),
];
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('upvoting', () => {
  it('counts one vote per member, however often they press, and takes it back', async () => {
    const [ada, bob] = [await member(), await member()];
    const { id } = await buildProduct(api.db);

    expect((await put(ada, 'upvotes', id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: true });
    expect((await put(ada, 'upvotes', id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: true });
    expect((await put(bob, 'upvotes', id)).body).toMatchObject({ upvoteCount: 2, upvoted: true });
    expect(await countsOf(id)).toEqual({ upvotes: 2, weighing: 2, bookmarks: 0 });

    expect((await take(ada, 'upvotes', id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: false });
    expect((await take(ada, 'upvotes', id)).body).toMatchObject({ upvoteCount: 1, upvoted: false });
    expect(await countsOf(id)).toEqual({ upvotes: 1, weighing: 1, bookmarks: 0 });
    expect(await api.db.select().from(upvotes)).toMatchObject([{ userId: bob.id, productId: id }]);
  });

  it('shows at once in lists, in their order and in search', async () => {
    const ada = await member();
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

    await put(ada, 'upvotes', first.id);

    expect(await top()).toEqual([
      [first.id, 2],
      [second.id, 1],
    ]);
    expect(await found()).toEqual([
      [first.id, 2],
      [second.id, 1],
    ]);
  });

  it('lets the submitter upvote once, like anyone', async () => {
    const ada = await member();
    const { id } = await buildProduct(api.db, { submitterId: ada.id });

    expect((await put(ada, 'upvotes', id)).body).toMatchObject({ upvoteCount: 1 });
  });

  it('weighs from the moment the account is 24 hours old', async () => {
    const old = await member({ createdAt: new Date(testNow.getTime() - dayMs) });
    const young = await member({ createdAt: new Date(testNow.getTime() - dayMs + 1) });
    const banned = await buildUser(api.db, { bannedAt: testNow });
    const { id } = await buildProduct(api.db);
    await api.db.insert(upvotes).values({ productId: id, userId: banned.id, countsInRanking: false });

    await put(old, 'upvotes', id);
    await put(young, 'upvotes', id);
    expect(await countsOf(id)).toEqual({ upvotes: 2, weighing: 1, bookmarks: 0 });
    await take(young, 'upvotes', id);
    expect(await countsOf(id)).toEqual({ upvotes: 1, weighing: 1, bookmarks: 0 });
    await put(young, 'upvotes', id);

    await countUpvotesEachMinute.run(api.deps(), signal);
    expect(await countsOf(id)).toEqual({ upvotes: 2, weighing: 1, bookmarks: 0 });

    api.clock.now = new Date(testNow.getTime() + 1);
    await countUpvotesEachMinute.run(api.deps(), signal);
    await countUpvotesEachMinute.run(api.deps(), signal);
    expect(await countsOf(id)).toEqual({ upvotes: 2, weighing: 2, bookmarks: 0 });

    await take(young, 'upvotes', id);
    expect(await countsOf(id)).toEqual({ upvotes: 1, weighing: 1, bookmarks: 0 });
  });

  it('lets more votes weigh than one batch holds, each once', async () => {
    const voter = await buildUser(api.db);
    await api.db.execute(sql`
      INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at, upvote_count)
      SELECT 'p' || n, 'P', 'A product', 'https://x.example', 'x' || n, 'approved', now(), 1
      FROM generate_series(1, 1001) AS n`);
    await api.db.execute(sql`
      INSERT INTO upvotes (product_id, user_id, is_weighing) SELECT id, ${voter.id}::bigint, false FROM products`);

    await countUpvotesEachMinute.run(api.deps(), signal);

    const { rows } = await api.db.execute(sql`
      SELECT count(*)::integer AS total FROM products WHERE weighing_upvote_count = 1`);
    expect(rows).toEqual([{ total: 1001 }]);
  });
});

describe('bookmarking', () => {
  it('keeps one bookmark per member, however often they press, and removes it', async () => {
    const ada = await member();
    const { id } = await buildProduct(api.db);

    expect((await put(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: true });
    expect((await put(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: true });
    expect(await countsOf(id)).toEqual({ ...nothing, bookmarks: 1 });
    expect(await api.db.select().from(bookmarks)).toHaveLength(1);

    expect((await take(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: false });
    expect((await take(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: false });
    expect(await countsOf(id)).toEqual(nothing);
    expect(await storedRows()).toEqual([]);
  });

  it('shows in the product’s count at once', async () => {
    const ada = await member();
    const { id, slug } = await buildProduct(api.db);
    const shown = async () => (await api.request('GET', `/api/products/${slug}`)).body;
    expect(await shown()).toMatchObject({ product: { bookmarkCount: 0 } });

    await put(ada, 'bookmarks', id);

    expect(await shown()).toMatchObject({ product: { bookmarkCount: 1 } });
  });
});

describe.each(['upvotes', 'bookmarks'] as const)('%s', (kind) => {
  it('are refused to a guest, a banned and a leaving member, and nothing is counted', async () => {
    const { id } = await buildProduct(api.db);
    const banned = await member({ bannedAt: testNow });
    const leaving = await member({ deletionRequestedAt: testNow });

    expect((await api.request('PUT', `${base}/${kind}/${id}`)).status).toBe(401);
    expect((await put(banned, kind, id)).status).toBe(403);
    expect((await put(leaving, kind, id)).status).toBe(403);
    expect(await storedRows()).toEqual([]);
    expect(await countsOf(id)).toEqual(nothing);
  });

  it.each(['pending', 'rejected', 'removed'] as const)(
    'of a %s product are refused, and nothing is counted',
    async (status) => {
      const ada = await member();
      const { id } = await buildProduct(api.db, { status, approvedAt: null, submitterId: ada.id });

      expect(await put(ada, kind, id)).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: 'This tool doesn’t exist.' },
      });
      expect((await take(ada, kind, id)).status).toBe(404);
      expect(await storedRows()).toEqual([]);
      expect(await countsOf(id)).toEqual(nothing);
    },
  );

  it.each(['0', '-1', '1.5', 'x', '9'.repeat(19), '1%20OR%201'])('of id %s are refused', async (id) => {
    const ada = await member();
    expect(await put(ada, kind, id)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect((await put(ada, kind, '999')).status).toBe(404);
    expect(await storedRows()).toEqual([]);
  });

  it('can be taken back, again and again, from a product that is no longer approved', async () => {
    const ada = await member();
    const { id } = await buildProduct(api.db);
    await put(ada, kind, id);
    await api.db.update(products).set({ status: 'removed' }).where(eq(products.id, id));

    expect((await put(ada, kind, id)).status).toBe(404);
    expect((await take(ada, kind, id)).status).toBe(200);
    expect((await take(ada, kind, id)).status).toBe(200);
    expect(await storedRows()).toEqual([]);
    expect(await countsOf(id)).toEqual(nothing);
  });

  it('of one member, 200 at once on one product, leave one row and the count right', async () => {
    const ada = await member();
    const { id } = await buildProduct(api.db);

    const answers = await Promise.all(Array.from({ length: 200 }, () => put(ada, kind, id)));

    const allowed = kind === 'upvotes' ? 30 : 60;
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...times(allowed, 200), ...times(200 - allowed, 429)]);
    expect(await storedRows()).toHaveLength(1);
    expect(await countsOf(id)).toMatchObject({ [kind]: 1 });
  });
});

describe('limits', () => {
  it('are 30 upvotes a minute by a member, told in a sentence with the time to wait', async () => {
    const ada = await member();
    const { id } = await buildProduct(api.db);
    for (let count = 0; count < 15; count += 1) {
      expect((await put(ada, 'upvotes', id)).status).toBe(200);
      expect((await take(ada, 'upvotes', id)).status).toBe(200);
    }

    const refused = await put(ada, 'upvotes', id);

    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: 'Too many attempts. Try again in 1 minute.' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countsOf(id)).toEqual(nothing);
    expect((await put(ada, 'bookmarks', id)).status).toBe(200);
  });
});

describe('the list of bookmarks', () => {
  const list = async ({ headers }: Member, query = '') =>
    productPage.parse((await api.request('GET', `${base}/bookmarks${query}`, { headers })).body);

  it('has the latest first, one’s own alone, and those that are approved', async () => {
    const [ada, bob] = [await member(), await member()];
    const built = [];
    for (let count = 0; count < 4; count += 1) built.push(await buildProduct(api.db));
    const [first, second, third, fourth] = built.map(({ id }) => id);
    for (const [index, id] of [third, first, second].entries()) {
      api.clock.now = new Date(testNow.getTime() + index);
      await put(ada, 'bookmarks', id ?? '');
    }
    await put(bob, 'bookmarks', fourth ?? '');
    const ids = async () => (await list(ada)).products.map(({ id }) => id);
    expect(await ids()).toEqual([second, first, third]);

    await api.db
      .update(products)
      .set({ status: 'pending' })
      .where(eq(products.id, first ?? ''));
    expect(await ids()).toEqual([second, third]);

    await api.db
      .update(products)
      .set({ status: 'approved' })
      .where(eq(products.id, first ?? ''));
    expect(await ids()).toEqual([second, first, third]);
  });

  it('leads through more than one page, in one order, also when all were made in one moment', async () => {
    const ada = await member();
    for (let count = 0; count < 65; count += 1) {
      const { id } = await buildProduct(api.db);
      await api.db.insert(bookmarks).values({ userId: ada.id, productId: id, createdAt: testNow });
    }

    const seen: string[] = [];
    const sizes: number[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await list(ada, after && `?after=${after}`);
      seen.push(...page.products.map(({ id }) => id));
      sizes.push(page.products.length);
      after = page.nextCursor;
    }

    const stored = await api.db.select().from(products).orderBy(asc(products.id));
    expect(sizes).toEqual([30, 30, 5]);
    expect(seen).toEqual(stored.map(({ id }) => id).reverse());
  });

  it('fills its pages with what is approved', async () => {
    const ada = await member();
    for (let count = 0; count < 31; count += 1) {
      const status = count < 30 ? ('approved' as const) : ('removed' as const);
      const { id } = await buildProduct(api.db, { status });
      await api.db.insert(bookmarks).values({ userId: ada.id, productId: id, createdAt: testNow });
    }

    const { products: listed, nextCursor } = await list(ada);

    expect([listed.length, nextCursor]).toEqual([30, null]);
  });

  it('refuses a cursor that it did not give out', async () => {
    const ada = await member();
    const { headers } = ada;
    for (const after of ['x', Buffer.from('["new","2026-01-01T00:00:00.000Z","1"]').toString('base64url')]) {
      expect((await api.request('GET', `${base}/bookmarks?after=${after}`, { headers })).status).toBe(400);
    }
  });
});

describe('the reactions to a list', () => {
  const ask = ({ headers }: Member, ids: string) =>
    api.request('GET', `${base}/reactions?ids=${ids}`, { headers });

  it('are one’s own, of the products asked for', async () => {
    const [ada, bob] = [await member(), await member()];
    const [one, two, three] = [
      await buildProduct(api.db),
      await buildProduct(api.db),
      await buildProduct(api.db),
    ];
    await put(ada, 'upvotes', one.id);
    await put(ada, 'bookmarks', two.id);
    await put(bob, 'upvotes', two.id);
    await put(bob, 'bookmarks', three.id);

    const answered = await ask(ada, `${one.id},${two.id},${one.id},${three.id},999`);

    expect(answered.body).toEqual({ isError: false, upvoted: [one.id], bookmarked: [two.id] });
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
  });

  it('are answered for a hundred ids and refused for more, and for what is no id', async () => {
    const ada = await member();
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `9${index}`.padEnd(18, '0'));

    expect((await ask(ada, ids(100).join())).body).toEqual({ isError: false, upvoted: [], bookmarked: [] });
    expect((await ask(ada, ids(101).join())).status).toBe(400);
    for (const bad of ['', '1,', 'x', '1;2', '1,-2']) expect((await ask(ada, bad)).status).toBe(400);
  });
});

it('deletes an account with its votes and bookmarks, and counts them off', async () => {
  const [ada, bob] = [await member(), await member({ createdAt: testNow })];
  const [one, two] = [await buildProduct(api.db), await buildProduct(api.db)];
  for (const who of [ada, bob]) {
    for (const { id } of [one, two]) {
      await put(who, 'upvotes', id);
      await put(who, 'bookmarks', id);
    }
  }
  await api.db.update(users).set({ deletionRequestedAt: testNow }).where(eq(users.id, bob.id));
  api.clock.now = new Date(testNow.getTime() + 15 * dayMs);

  await deleteAccountsHourly.run(api.deps(), signal);

  for (const { id } of [one, two]) {
    expect(await countsOf(id)).toEqual({ upvotes: 1, weighing: 1, bookmarks: 1 });
  }
  expect((await storedRows()).map(({ userId }) => userId)).toEqual(times(4, 0).map(() => ada.id));
});
