import { eq } from 'drizzle-orm';
import { listReactionsCall } from '@/lib/contract/reaction';
import { alternativeUpvotes } from '@/server/db/schema/alternative-schema';
import { users } from '@/server/db/schema';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { buildProduct } from '../../setup/build';
import { setUpAlternativeCalls } from '../../setup/alternative-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const calls = setUpAlternativeCalls(api);
const { signedInUser, upvote, takeBack, approvedPair, shownOf } = calls;
const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();

const buildPair = async (proposerId?: string) =>
  approvedPair(await buildProduct(api.db), await buildProduct(api.db), proposerId);
const counts = async () => {
  const [pair] = await calls.storedPairs();
  return [pair?.upvoteCount, pair?.rankingUpvoteCount];
};

it('counts one upvote per member however often it is added, and removes it', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const id = await buildPair();

  expect((await upvote(ada, id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: true });
  expect((await upvote(ada, id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: true });
  expect((await upvote(bob, id)).body).toMatchObject({ upvoteCount: 2 });
  expect(await counts()).toEqual([2, 2]);
  expect((await takeBack(ada, id)).body).toEqual({ isError: false, upvoteCount: 1, upvoted: false });
  expect((await takeBack(ada, id)).body).toMatchObject({ upvoteCount: 1 });
  expect(await counts()).toEqual([1, 1]);
});

it('shows the new count and order at once on the pages of both products', async () => {
  const [first, second, subject] = [
    await buildProduct(api.db),
    await buildProduct(api.db),
    await buildProduct(api.db),
  ];
  const id = await approvedPair(first, subject);
  await approvedPair(second, subject);
  expect(await shownOf(subject)).toEqual([second.id, first.id]);
  expect(await shownOf(first)).toEqual([subject.id]);

  await upvote(await signedInUser(), id);

  expect(await shownOf(subject)).toEqual([first.id, second.id]);
  expect(await calls.listOf(first)).toMatchObject([
    { id, product: { id: subject.id, upvoteCount: 0 }, upvoteCount: 1 },
  ]);
});

it('shows the upvote of the proposer, and never counts it in the order', async () => {
  const ada = await signedInUser();
  const id = await buildPair(ada.id);
  expect((await upvote(ada, id)).body).toMatchObject({ upvoteCount: 1 });
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await counts()).toEqual([1, 0]);
  await takeBack(ada, id);
  expect(await counts()).toEqual([0, 0]);
});

it('counts an upvote in the order once the account is 24 hours old, and not while its member is banned', async () => {
  const young = await signedInUser({ createdAt: new Date(testNow.getTime() - dayMs + 1) });
  const banned = await signedInUser({ createdAt: new Date(testNow.getTime() - dayMs + 1) });
  const id = await buildPair();
  await upvote(young, id);
  await upvote(banned, id);
  const setBannedAt = (bannedAt: Date | null) =>
    api.db.update(users).set({ bannedAt }).where(eq(users.id, banned.id));
  await setBannedAt(testNow);
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await counts()).toEqual([2, 0]);

  api.clock.now = new Date(testNow.getTime() + 1);
  await countUpvotesEachMinute.run(api.deps(), signal);
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await counts()).toEqual([2, 1]);

  await setBannedAt(null);
  await countUpvotesEachMinute.run(api.deps(), signal);
  expect(await counts()).toEqual([2, 2]);
});

it('refuses upvotes without the right to them and of pairs that are not approved, and takes back those of any pair', async () => {
  const [ada, mo] = [await signedInUser(), await calls.buildModerator()];
  const banned = await signedInUser({ bannedAt: testNow });
  const id = await buildPair();
  expect((await upvote({ headers: {} }, id)).status).toBe(401);
  expect((await upvote(banned, id)).status).toBe(403);
  expect((await upvote(ada, '1-999999')).status).toBe(404);
  expect((await upvote(ada, id.split('-').toReversed().join('-'))).status).toBe(404);
  expect((await upvote(ada, '7')).status).toBe(400);
  await upvote(ada, id);
  await calls.remove(mo, id);
  expect((await upvote(mo, id)).status).toBe(404);
  expect(await takeBack(ada, id)).toMatchObject({ status: 200, body: { upvoteCount: 0 } });
  expect(await api.db.select().from(alternativeUpvotes)).toEqual([]);
});

it('neither names a pair nor takes an upvote of it while one of both is not public', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const [first, second] = [await buildProduct(api.db), await buildProduct(api.db)];
  const id = await approvedPair(first, second);
  await upvote(ada, id);
  for (const status of ['removed', 'pending', 'rejected']) {
    await api.pool.query(`UPDATE products SET status = $2 WHERE id = $1`, [second.id, status]);
    await api.deps().publicChanges.catchUp();
    const { body } = await api.request('GET', `/api/alternatives?ids=${first.id},${second.id}`);
    expect(body).toMatchObject({ pairs: [] });
    expect((await upvote(bob, id)).status).toBe(404);
  }
  expect(await takeBack(ada, id)).toMatchObject({ status: 200, body: { upvoteCount: 0 } });
});

it('names the pairs among products that the member has upvoted', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const first = await buildPair();
  const second = await buildPair();
  await upvote(ada, first);
  await upvote(bob, second);
  const productId = first.split('-')[0] ?? '';
  await api.request('PUT', `/api/user/private/upvotes/${productId}`, ada);
  const { body } = await api.request(
    'GET',
    `/api/user/private/reactions?ids=${productId},${first},${second}`,
    ada,
  );
  expect(listReactionsCall.answer.parse(body)).toEqual({ upvoted: [productId, first], bookmarked: [] });
  expect((await api.request('GET', '/api/user/private/reactions?ids=1-', ada)).status).toBe(400);
});

it('keeps the published proposals of a deleted account without its name and upvotes, the rejected ones without its name, and deletes the others', async () => {
  const [ada, bob] = [await signedInUser(), await signedInUser()];
  const id = await buildPair(ada.id);
  await upvote(ada, id);
  await upvote(bob, id);
  const [first, second] = [await buildProduct(api.db), await buildProduct(api.db)];
  await calls.propose(ada, first.id, second.id);
  const third = await buildProduct(api.db);
  await calls.propose(ada, first.id, third.id);
  await calls.reject(await calls.buildModerator(), `${first.id}-${third.id}`, 'Nothing alike.');
  expect(await calls.storedPairs()).toHaveLength(3);

  await api.db
    .update(users)
    .set({ deletionRequestedAt: new Date(0) })
    .where(eq(users.id, ada.id));
  expect(await deleteDueAccounts(api.deps())).toBe(1);

  // A rejected pair stays, so that no member can propose the pair again.
  const ofNobody = { proposerId: null, rejectionReason: null };
  expect(await calls.storedPairs()).toMatchObject([
    { ...ofNobody, status: 'approved', upvoteCount: 1 },
    { ...ofNobody, status: 'rejected' },
  ]);
  expect((await calls.propose(bob, first.id, third.id)).status).toBe(409);
  expect(await counts()).toEqual([1, 1]);
});

it('loses and doubles no upvote of 20 members who press at once', async () => {
  const id = await buildPair();
  const members = [];
  for (let count = 0; count < 20; count += 1) members.push(await signedInUser());
  await Promise.all(members.flatMap((member) => [upvote(member, id), upvote(member, id)]));
  expect(await counts()).toEqual([20, 20]);
  await Promise.all(members.slice(0, 5).map((member) => takeBack(member, id)));
  expect(await counts()).toEqual([15, 15]);
});
