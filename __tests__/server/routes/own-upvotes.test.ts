import { eq } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { products, users } from '@/server/db/schema';
import { listVoteCounts } from '@/server/queries/products/votes';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { buildProduct } from '../../setup/build';
import { setUpReactionCalls } from '../../setup/reaction-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { add, remove, countsOf, signedInUser } = setUpReactionCalls(api);
const { signal } = new AbortController();

/** A product of a user whose account was created so long ago. */
async function buildOwnProduct(accountAgeMs: number) {
  const user = await signedInUser({ createdAt: new Date(testNow.getTime() - accountAgeMs) });
  const { id } = await buildProduct(api.db, { submitterId: user.id });
  return { id, user };
}

it("shows the submitter's own upvote, and does not count it in the ranking", async () => {
  const { id, user } = await buildOwnProduct(30 * DAY_MS);
  await add(user, 'upvotes', id);
  expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 0, bookmarks: 0 });

  await add(await signedInUser(), 'upvotes', id);
  expect(await countsOf(id)).toEqual({ upvotes: 2, rankingUpvotes: 1, bookmarks: 0 });
  await remove(user, 'upvotes', id);
  expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 1, bookmarks: 0 });
});

it('never counts it, neither when the account is old enough nor when a ban ends', async () => {
  const { id, user } = await buildOwnProduct(HOUR_MS);
  await add(user, 'upvotes', id);
  const set = (bannedAt: Date | null) => api.db.update(users).set({ bannedAt }).where(eq(users.id, user.id));
  await set(testNow);
  await set(null);

  api.clock.now = new Date(testNow.getTime() + 2 * DAY_MS);
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await countsOf(id)).toEqual({ upvotes: 1, rankingUpvotes: 0, bookmarks: 0 });
});

it('ranks a product with one upvote of another member above all without', async () => {
  const { id, user } = await buildOwnProduct(30 * DAY_MS);
  await add(user, 'upvotes', id);
  const old = await buildProduct(api.db, { slug: 'old', approvedAt: new Date('2001-01-01') });
  await add(await signedInUser(), 'upvotes', old.id);

  const { body } = await api.request('GET', '/api/products?sort=hot');
  expect(body).toMatchObject({ products: [{ slug: 'old' }, { id }] });
});

it('never counts it after the submitter has left the product to a former member, and calls it own in the upvote counts', async () => {
  const { id, user } = await buildOwnProduct(HOUR_MS);
  await add(await signedInUser(), 'upvotes', id);
  await add(user, 'upvotes', id);
  const path = `/api/user/private/products/${id}`;
  expect((await api.request('DELETE', path, { headers: user.headers })).status).toBe(200);
  expect(await api.db.select().from(products)).not.toMatchObject([{ submitterId: user.id }]);

  await remove(user, 'upvotes', id);
  await add(user, 'upvotes', id);
  const set = (bannedAt: Date | null) => api.db.update(users).set({ bannedAt }).where(eq(users.id, user.id));
  await set(testNow);
  await set(null);
  api.clock.now = new Date(testNow.getTime() + 2 * DAY_MS);
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await countsOf(id)).toEqual({ upvotes: 2, rankingUpvotes: 1, bookmarks: 0 });
  expect(await listVoteCounts(api.db, { afterId: '0', limit: 1 })).toMatchObject([{ own: 1, waiting: 0 }]);
});
