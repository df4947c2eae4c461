import { eq } from 'drizzle-orm';
import { listMeasuresCall } from '@/lib/contract/measure';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { products, upvotes } from '@/server/db/schema';
import { countUpvotesEachMinute } from '@/server/jobs/ranking-jobs';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, buildModerator, auditLog } = setUpModerationCalls(api);
const never = new AbortController().signal;

const act = (viewer: SignedInUser, id: string, action: 'ban' | 'unban') =>
  api.request('POST', `/api/moderation/users/${id}/${action}`, {
    headers: viewer.headers,
    body: action === 'ban' ? { reason: 'Spam.' } : {},
  });

async function countsOf(id: string) {
  const [row] = await api.db.select().from(products).where(eq(products.id, id));
  return [row?.upvoteCount, row?.rankingUpvoteCount];
}

async function pairCounts() {
  const [row] = await api.db.select().from(alternatives);
  return [row?.upvoteCount, row?.rankingUpvoteCount];
}

it('takes the upvotes of a banned member out of all counts, and a lifted ban brings them back', async () => {
  const [ada, bob, moderator] = [await signedInUser(), await signedInUser(), await buildModerator()];
  const [liked, other] = [await buildProduct(api.db), await buildProduct(api.db)];
  const own = await buildProduct(api.db, { submitterId: ada.id });
  await api.db
    .insert(alternatives)
    .values({ productId: liked.id, alternativeId: other.id, status: 'approved', createdAt: testNow });
  const put = ({ headers }: SignedInUser, path: string) =>
    api.request('PUT', `/api/user/private/${path}`, { headers });
  for (const user of [ada, bob]) {
    await put(user, `upvotes/${liked.id}`);
    await put(user, `alternatives/${liked.id}-${other.id}/upvote`);
  }
  await put(ada, `upvotes/${own.id}`);
  const counts = async () => [await countsOf(liked.id), await countsOf(own.id), await pairCounts()];
  const before = [
    [2, 2],
    [1, 0],
    [2, 2],
  ];
  expect(await counts()).toEqual(before);

  expect((await act(moderator, ada.id, 'ban')).status).toBe(200);
  expect(await counts()).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  await countUpvotesEachMinute.run(api.deps(), never);
  expect(await counts()).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  expect((await act(moderator, ada.id, 'ban')).status).toBe(409);

  expect((await act(moderator, ada.id, 'unban')).status).toBe(200);
  await countUpvotesEachMinute.run(api.deps(), never);
  expect(await counts()).toEqual(before);
  expect(await api.db.$count(upvotes)).toBe(3);
  expect((await act(moderator, ada.id, 'unban')).status).toBe(409);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['user.ban', 'user.unban']);
});

it('ends the sessions of a banned member, hides the profile, and names a former member', async () => {
  const [ada, moderator] = [await signedInUser({ handle: 'ada', name: 'Ada' }), await buildModerator()];
  const product = await buildProduct(api.db, { submitterId: ada.id });
  const submitter = async () => {
    const { body } = await api.request('GET', `/api/products/${product.slug}`);
    return body;
  };
  expect(await submitter()).toMatchObject({ product: { submitter: { handle: 'ada', name: 'Ada' } } });
  const profile = async () => (await api.request('GET', '/api/users/ada')).status;
  expect(await profile()).toBe(200);

  await act(moderator, ada.id, 'ban');
  expect(await profile()).toBe(404);
  expect(await submitter()).toMatchObject({
    product: { submitter: { handle: 'former-member', name: 'a former member', avatarURL: null } },
  });
  expect((await api.request('GET', '/api/user/private/sessions', { headers: ada.headers })).status).toBe(401);

  // Signing in again shows why, and nothing else.
  const headers = await api.signIn(ada);
  const { body } = await api.request('GET', '/api/user/private/measures', { headers });
  expect(listMeasuresCall.answer.parse(body).measures).toMatchObject([{ kind: 'ban', reason: 'Spam.' }]);
  expect((await api.request('PUT', `/api/user/private/upvotes/${product.id}`, { headers })).status).toBe(403);

  await act(moderator, ada.id, 'unban');
  expect(await profile()).toBe(200);
  expect(await submitter()).toMatchObject({ product: { submitter: { handle: 'ada' } } });
});
