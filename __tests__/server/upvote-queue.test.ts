import { sql } from 'drizzle-orm';
import { ApiError } from '@/server/base/errors';
import { listReactions } from '@/server/queries/reactions/reactions';
import type { Count } from '@/server/limits/rate-limits';
import { buildProduct, buildUser } from '../setup/build';
import { setUpReactionCalls } from '../setup/reaction-calls';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();
const { signedInUser, add, countsOf } = setUpReactionCalls(api);

type Wish = { productId: string; userId: string; isWanted?: boolean; counts?: readonly Count[] };

/** What `add` resolves to: the new count, 'none' without a product, or the error's code. */
const vote = ({ productId, userId, isWanted = true, counts = [] }: Wish) =>
  api
    .deps()
    .upvoteQueue.add(
      { userId, createdAt: new Date(0) },
      { productId, isWanted, network: '' },
      { counts, noteQuotas: () => undefined },
    )
    .then(
      (product) => product?.upvoteCount ?? 'none',
      (error: unknown) => (error instanceof ApiError ? error.code : 'failure'),
    );

const buildUsers = async (total: number) => {
  const ids: string[] = [];
  for (let count = 0; count < total; count += 1) ids.push((await buildUser(api.db)).id);
  return ids;
};

async function countTransactions(): Promise<number> {
  const { rows } = await api.db.execute<{ total: number }>(
    sql`SELECT count(DISTINCT xmin::text)::integer AS total FROM upvotes`,
  );
  return rows[0]?.total ?? 0;
}

it('commits the upvotes that arrive during a commit together, also those on other products', async () => {
  const [one, two] = [await buildProduct(api.db), await buildProduct(api.db)];
  const users = await buildUsers(10);

  const counts = await Promise.all(
    users.flatMap((userId) => [one, two].map(({ id: productId }) => vote({ productId, userId }))),
  );

  // The first upvote is committed at once, and the others gather during that commit.
  expect(counts).toEqual([1, ...Array.from({ length: 19 }, () => 10)]);
  expect(await countTransactions()).toBe(2);
  for (const { id } of [one, two]) {
    expect(await countsOf(id)).toEqual({ upvotes: 10, rankingUpvotes: 10, bookmarks: 0 });
  }
  const { rows } = await api.db.execute(sql`
    SELECT DISTINCT hot_score(weighing_upvote_count, products.approved_at) = product_listings.hot AS same, ranking_upvote_count
    FROM products JOIN product_listings ON product_id = id`);
  expect(rows).toEqual([{ same: true, ranking_upvote_count: 10 }]);
});

it('never commits more than 100 upvotes together', async () => {
  const { id: productId } = await buildProduct(api.db);
  const users = await buildUsers(202);

  await Promise.all(users.map((userId) => vote({ productId, userId })));

  expect(await countTransactions()).toBe(4);
  expect(await countsOf(productId)).toMatchObject({ upvotes: 202 });
});

it('commits the neighbors of upvotes that fail, are refused or have no product', async () => {
  const { id: productId } = await buildProduct(api.db);
  const pending = await buildProduct(api.db, { status: 'pending', approvedAt: null });
  const [first = '', ...users] = await buildUsers(9);
  const limit = { limit: 'upvoteByAddress', key: '192.0.2.1' } as const;
  await api.db.execute(
    sql`INSERT INTO rate_limits VALUES ('upvoteByAddress:192.0.2.1', 299, ${testNow.getTime() + 1_000})`,
  );
  const missingUser = '999';
  const tooLarge = '9'.repeat(20);

  const outcomes = await Promise.all([
    vote({ productId, userId: first }),
    ...users.slice(0, 3).map((userId) => vote({ productId, userId })),
    vote({ productId: tooLarge, userId: first, counts: [{ limit: 'upvoteByUser', key: missingUser }] }),
    vote({ productId, userId: missingUser }),
    vote({ productId: '999', userId: first }),
    vote({ productId: pending.id, userId: first }),
    ...users.slice(3, 6).map((userId) => vote({ productId, userId, counts: [limit] })),
    ...users.slice(6).map((userId) => vote({ productId, userId })),
  ]);

  expect(outcomes.slice(4, 11)).toEqual([
    'failure',
    'forbidden',
    'none',
    0,
    expect.any(Number),
    'rate_limited',
    'rate_limited',
  ]);
  expect([...outcomes.slice(0, 4), ...outcomes.slice(11)].every(Number)).toBe(true);
  expect(await countsOf(productId)).toMatchObject({ upvotes: 7, rankingUpvotes: 7 });
  const { rows } = await api.db.execute(sql`SELECT key, points FROM rate_limits ORDER BY key`);
  expect(rows).toEqual([
    { key: 'upvoteByAddress:192.0.2.0/24', points: 1 },
    { key: 'upvoteByAddress:192.0.2.1', points: 300 },
  ]);
});

it('keeps the order in which one user upvotes and takes the upvote back', async () => {
  const { id: productId } = await buildProduct(api.db);
  const [ada = '', bob = ''] = await buildUsers(2);
  const wishes = [true, false, true, true, false];

  const counts = await Promise.all([
    vote({ productId, userId: bob }),
    ...wishes.map((isWanted) => vote({ productId, userId: ada, isWanted })),
    vote({ productId, userId: bob }),
  ]);

  expect(counts).toEqual([1, 2, 1, 2, 2, 1, 1]);
  expect(await listReactions(api.db, ada, [productId])).toMatchObject({ upvoted: [] });
  expect(await countsOf(productId)).toMatchObject({ upvotes: 1 });
});

it('counts the calls of one user that arrive together, and tells each what is left', async () => {
  const ada = await signedInUser();
  const { id } = await buildProduct(api.db);

  const answers = await Promise.all(Array.from({ length: 32 }, () => add(ada, 'upvotes', id)));

  const left = answers.map(({ headers }) =>
    Number(/"upvoteByUser";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]),
  );
  expect(left.toSorted((one, other) => other - one)).toEqual([
    ...Array.from({ length: 30 }, (_, index) => 29 - index),
    0,
    0,
  ]);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});
