import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { claim as claimSchema } from '@/lib/contract/claim';
import { ApiError } from '@/server/base/errors';
import { setAlternativeUpvote } from '@/server/commands/products/alternatives';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { productClaims } from '@/server/db/schema/edit-schema';
import { products, users } from '@/server/db/schema';
import { NO_RULES, type SiteRules } from '@/server/fields/rules-schema';
import { buildProduct } from '../setup/build';
import { setUpFakeWeb } from '../setup/fake-web';
import { noRateLimits } from '../setup/no-rate-limits';
import { buildSignedInUser, type SignedInUser } from '../setup/signed-in-user';
import { draft, submissionsPath } from '../setup/submission-calls';
import { setUpTestApp, testNow } from '../setup/test-app';

const { fetchPage } = setUpFakeWeb();
const records: string[] = [];
/** What happens while another server is asked. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
let rules: SiteRules = NO_RULES;
const api = setUpTestApp(() => ({ rules }), {
  ...{ fetchPage, rateLimits: noRateLimits },
  resolveText: async () => {
    await meanwhile();
    return records;
  },
  resolveHost: async () => {
    await meanwhile();
    return ['93.184.216.34'];
  },
});
beforeEach(() => {
  meanwhile = () => Promise.resolve();
  rules = NO_RULES;
});

async function ban({ id }: SignedInUser) {
  const { headers } = await buildSignedInUser(api, { role: 'admin' });
  const answer = await api.request('POST', `/api/moderation/users/${id}/ban`, {
    ...{ headers, body: { reason: 'Spam.' } },
  });
  expect(answer.status).toBe(200);
}
const BANNED = {
  status: 403,
  body: { code: 'forbidden', message: 'Your account is banned. Your dashboard says why.' },
};

it('verifies no claim of a member who is banned while the site is asked', async () => {
  const ada = await buildSignedInUser(api);
  const product = await buildProduct(api.db);
  const path = `/api/user/private/products/${product.id}/claim`;
  const { body } = await api.request('POST', path, { headers: ada.headers });
  records.push(`listgrove-verification=${z.object({ claim: claimSchema }).parse(body).claim.token}`);
  meanwhile = () => ban(ada);
  expect(await api.request('POST', `${path}/verification`, { headers: ada.headers })).toMatchObject(BANNED);
  expect(await api.db.select().from(productClaims)).toMatchObject([{ verifiedAt: null }]);
});

it('takes no submission and no edit of a member who is banned while the host is looked up', async () => {
  const [ada, bob] = [await buildSignedInUser(api), await buildSignedInUser(api)];
  const product = await buildProduct(api.db, { submitterId: bob.id });
  const body = { ...draft, url: 'https://figgle.dev/' };
  meanwhile = () => ban(ada);
  expect(await api.request('POST', submissionsPath, { headers: ada.headers, body })).toMatchObject(BANNED);
  meanwhile = () => ban(bob);
  const edit = { headers: bob.headers, body: { url: 'https://figgle.dev/' } };
  expect(await api.request('PATCH', `${submissionsPath}/${product.id}`, edit)).toMatchObject(BANNED);
  expect(await api.db.select().from(products)).toMatchObject([{ id: product.id, editStatus: null }]);
});

it('counts no upvote that is given or taken back after a ban', async () => {
  const [liked, other] = [await buildProduct(api.db), await buildProduct(api.db)];
  const pairId = `${liked.id}-${other.id}`;
  await api.db
    .insert(alternatives)
    .values({ productId: liked.id, alternativeId: other.id, status: 'approved', createdAt: testNow });
  const [ada, bob] = [await buildSignedInUser(api), await buildSignedInUser(api)];
  const viewer = { userId: ada.id, createdAt: new Date(0) };
  const call = { counts: [], noteQuotas: () => undefined };
  const vote = (isWanted: boolean) => [
    api.deps().upvoteQueue.add(viewer, { productId: liked.id, isWanted, network: '' }, call),
    setAlternativeUpvote(api.deps(), viewer, { id: pairId, isWanted }),
  ];
  const outcomes = (isWanted: boolean) =>
    Promise.all(
      vote(isWanted).map((each) =>
        each.then(
          () => 'done',
          (error: unknown) => (error instanceof ApiError ? error.code : 'failure'),
        ),
      ),
    );
  const counts = async () => {
    const [row] = await api.db.select().from(products).where(eq(products.id, liked.id));
    const [pair] = await api.db.select().from(alternatives);
    return [row?.upvoteCount, pair?.upvoteCount];
  };
  for (const path of [`upvotes/${liked.id}`, `alternatives/${pairId}/upvote`]) {
    await api.request('PUT', `/api/user/private/${path}`, { headers: bob.headers });
  }
  await api.db.update(users).set({ bannedAt: testNow }).where(eq(users.id, ada.id));
  expect(await outcomes(true)).toEqual(['forbidden', 'forbidden']);
  await api.db.update(users).set({ bannedAt: null }).where(eq(users.id, ada.id));
  expect(await outcomes(true)).toEqual(['done', 'done']);
  expect(await counts()).toEqual([2, 2]);
  await ban(ada);
  expect(await counts()).toEqual([1, 1]);
  expect(await outcomes(false)).toEqual(['forbidden', 'forbidden']);
  expect(await counts()).toEqual([1, 1]);
});

it('judges the share of one domain of submissions that are sent at the same moment, one after the other', async () => {
  rules = { ...NO_RULES, domainSharePercent: 30 };
  const { headers } = await buildSignedInUser(api);
  const submit = (index: number) => {
    const body = { ...draft, url: `https://figgle.example/${index}`, name: `Figgle ${index}` };
    return api.request('POST', submissionsPath, { headers, body });
  };
  for (const index of [1, 2]) expect((await submit(index)).status).toBe(201);
  const sent = await Promise.all([3, 4, 5].map(submit));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
});

it('judges the share of one domain of edits that are sent at the same moment, one after the other', async () => {
  rules = { ...NO_RULES, domainSharePercent: 50 };
  const { id: submitterId, headers } = await buildSignedInUser(api);
  const hosts = ['one', 'two', 'three', 'four'];
  const submitted = await Promise.all(
    hosts.map((host) => buildProduct(api.db, { submitterId, url: `https://${host}.example/` })),
  );
  const sent = await Promise.all(
    submitted.slice(1, 3).map(({ id }, index) => {
      const body = { url: `https://one.example/${index}` };
      return api.request('PATCH', `${submissionsPath}/${id}`, { headers, body });
    }),
  );
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});
