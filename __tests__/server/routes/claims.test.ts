import * as z from 'zod/mini';
import { claim as claimSchema, CLAIM_LIMITS, VERIFICATION_FILE } from '@/lib/contract/claim';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { recheckClaims } from '@/server/jobs/site-jobs';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const web = setUpFakeWeb();
/** TXT records by name. */
const records = new Map<string, string[]>();
const resolveText = (name: string) => {
  const found = records.get(name);
  return found ? Promise.resolve(found) : Promise.reject(new Error(`queryTxt ENODATA ${name}`));
};
const api = setUpTestApp({}, { rateLimits: noRateLimits, fetchPage: web.fetchPage, resolveText });
const { buildModerator, signedInUser, createSubmission, approve, ...calls } = setUpModerationCalls(api);
const { edit } = setUpSubmissionCalls(api);

beforeEach(() => records.clear());

type Sender = Pick<SignedInUser, 'headers'>;
const send = (method: string, path: string, { headers }: Sender, body?: object) =>
  api.request(method, `/api${path}`, { headers, body });
const claimPath = (id: string) => `/user/private/products/${id}/claim`;
const claimOf = ({ body }: { body: unknown }) => z.object({ claim: claimSchema }).parse(body).claim;
const start = async (sender: Sender, id: string) => claimOf(await send('POST', claimPath(id), sender));
const verify = (sender: Sender, id: string) => send('POST', `${claimPath(id)}/verification`, sender);
const claimActions = async () =>
  (await calls.auditLog()).map(({ action }) => action).filter((action) => action.startsWith('claim'));
async function verifiedHost(slug = 'figgle') {
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return z.object({ product: z.object({ verifiedHost: z.optional(z.string()) }) }).parse(body).product
    .verifiedHost;
}
const meta = (token: string) =>
  `<!doctype html><html><head><meta name="listgrove-verification" content="${token}"></head><body>Hi</body></html>`;
const publishFile = (text: string) =>
  web.serve(`figgle.example${VERIFICATION_FILE}`, text, { 'content-type': 'text/plain' });
const redirectHome = (location: string) =>
  web.serve('figgle.example/', (_, res) => res.writeHead(302, { location }).end());
const recheck = () => recheckClaims.run(api.deps(), new AbortController().signal);
const passDays = (days: number) => (api.clock.now = new Date(api.clock.now.getTime() + days * DAY_MS));

async function buildListed(url = 'https://figgle.example/') {
  const moderator = await buildModerator('mo');
  const ada = await signedInUser({ handle: 'ada' });
  const { id } = await createSubmission(ada, { url });
  await approve(moderator.headers, id);
  return { moderator, ada, bob: await signedInUser({ handle: 'bob' }), id };
}

async function buildVerified() {
  const listed = await buildListed();
  const { token } = await start(listed.bob, listed.id);
  web.serve('figgle.example/', meta(token));
  await verify(listed.bob, listed.id);
  return { ...listed, token };
}

it('verifies an owner by a meta element, says so on the page but not who, and publishes changes of words at once', async () => {
  const { ada, bob, id } = await buildListed();
  const { token, status } = await start(bob, id);
  expect(status).toBe('open');
  expect((await start(bob, id)).token).toBe(token);
  expect((await start(ada, id)).token).not.toBe(token);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect((await verify(bob, id)).status).toBe(409);
  expect((await edit(bob, id, { tagline: 'Draws diagrams for teams' })).status).toBe(404);
  expect(await verifiedHost()).toBeUndefined();
  expect(await claimActions()).toEqual([]);

  web.serve('figgle.example/', meta(token));
  expect(claimOf(await verify(bob, id))).toMatchObject({ status: 'verified', method: 'meta' });
  await verify(bob, id);

  expect(await verifiedHost()).toBe('figgle.example');
  expect((await api.request('GET', '/api/products/figgle')).text).not.toContain('bob');
  expect(await claimActions()).toEqual(['claim.verify']);
  expect((await edit(bob, id, { tagline: 'Draws diagrams for teams' })).status).toBe(200);
  expect(await calls.storedProduct(id)).toMatchObject({
    tagline: 'Draws diagrams for teams',
    editStatus: null,
  });
  await edit(bob, id, { name: 'Doodle' });
  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Figgle', editStatus: 'pending' });
});

it.each([
  ['a file', 'file', (token: string) => publishFile(`\n${token}\r\n`)],
  [
    'a record',
    'dns',
    (token: string) => records.set('figgle.example', ['v=spf1', `listgrove-verification=${token}`]),
  ],
])('verifies an owner by %s, also of a page below the front page', async (_, method, publish) => {
  const { bob, id } = await buildListed('https://figgle.example/app');
  const { token } = await start(bob, id);
  web.serve('figgle.example/app', meta(token));
  web.serve('figgle.example/', meta(token));
  expect((await verify(bob, id)).status).toBe(409);
  publish(token);
  expect(claimOf(await verify(bob, id))).toMatchObject({ status: 'verified', method });
});

it('accepts no token of another member, in the body of a page, on another host or in a longer line', async () => {
  const { ada, bob, id } = await buildListed();
  const { token } = await start(bob, id);
  const { token: other } = await start(ada, id);
  const attempts: (() => void)[] = [
    () => web.serve('figgle.example/', meta(other)),
    () => web.serve('figgle.example/', `<html><body>${meta(token)}</body></html>`),
    () => web.serve('figgle.example/', `<!-- ${meta(token)} -->`),
    () => web.serve('figgle.example/', meta(token), { 'content-type': 'text/plain' }),
    () => publishFile(`not ${token}`),
    () => web.serve(`figgle.example${VERIFICATION_FILE}`, token),
    () => records.set('figgle.example', [token, `x listgrove-verification=${token}`]),
    () => redirectHome('https://evil.example/'),
    () => redirectHome('http://www.figgle.example/'),
  ];
  web.serve('evil.example/', meta(token));
  web.serve('www.figgle.example/', meta(token));
  for (const attempt of attempts) {
    attempt();
    expect((await verify(bob, id)).status).toBe(409);
  }
  redirectHome('https://www.figgle.example/');
  expect((await verify(bob, id)).status).toBe(200);
  expect(web.canaryCount).toBe(0);
});

it('refuses a claim of a shared host, and shows why', async () => {
  const { bob, id } = await buildListed('https://github.com/ada/figgle');
  expect(await send('POST', claimPath(id), bob)).toMatchObject({
    status: 400,
    body: { message: "github.com hosts code of many people, so we can't tell which of its pages are yours." },
  });
  expect((await send('GET', claimPath(id), bob)).body).toMatchObject({
    claim: null,
    problem: expect.stringContaining('hosts code of many people'),
  });
});

it('looks again every 30 days, and lapses when the proof is missing twice in a row, with one row in the log', async () => {
  const { bob, id, token } = await buildVerified();
  const visits = () => web.dialled.length;
  const before = visits();
  passDays(CLAIM_LIMITS.checkDays - 1);
  await recheck();
  expect(visits()).toBe(before);
  passDays(1);
  await recheck();
  const perCheck = visits() - before;
  expect(perCheck).toBeGreaterThan(0);
  passDays(CLAIM_LIMITS.checkDays);
  await Promise.all([recheck(), recheck()]);
  expect(visits() - before).toBe(2 * perCheck);

  web.serve('figgle.example/', meta('gone'));
  passDays(CLAIM_LIMITS.checkDays);
  await recheck();
  expect(await verifiedHost()).toBe('figgle.example');
  web.serve('figgle.example/', meta(token));
  passDays(CLAIM_LIMITS.retryDays);
  await recheck();
  web.serve('figgle.example/', meta('gone'));
  passDays(CLAIM_LIMITS.checkDays);
  await recheck();
  expect(await claimActions()).toEqual(['claim.verify']);
  passDays(CLAIM_LIMITS.retryDays);
  await Promise.all([recheck(), recheck()]);

  expect(await verifiedHost()).toBeUndefined();
  expect(await claimActions()).toEqual(['claim.verify', 'claim.lapse']);
  expect((await edit(bob, id, { tagline: 'Draws diagrams for teams' })).status).not.toBe(200);
});

it('ends with another host at once, and the log follows', async () => {
  const { moderator, ada, bob, id } = await buildVerified();
  await edit(ada, id, { url: 'https://doodle.example/' });
  await approve(moderator.headers, id);

  expect(await verifiedHost()).toBeUndefined();
  expect((await edit(bob, id, { tagline: 'Draws diagrams for teams' })).status).toBe(404);
  await recheck();
  expect(await claimActions()).toEqual(['claim.verify', 'claim.lapse']);
});

it('ends with the listing of its product, and the log follows', async () => {
  const { moderator, id } = await buildVerified();
  await api.request('POST', `/api/products/${id}/reports`, { body: { reason: 'spam' } });
  await send('POST', `/moderation/products/${id}/reports`, moderator, {
    ...{ outcome: 'upheld', remedy: 'remove', seen: api.clock.now.toISOString() },
  });
  passDays(CLAIM_LIMITS.checkDays);
  await recheck();
  expect(await claimActions()).toEqual(['claim.verify', 'claim.lapse']);
  expect((await calls.auditLog()).map(({ action }) => action)).toContain('report.remove');
});

it('is withdrawn by moderators for good, and given up by its member', async () => {
  const { moderator, ada, bob, id } = await buildVerified();
  const { token } = await start(ada, id);
  publishFile(token);
  await verify(ada, id);
  const { body } = await send('GET', `/moderation/products/${id}/claims`, moderator);
  const { claims } = z
    .object({ claims: z.array(z.object({ id: z.string(), memberHandle: z.string() })) })
    .parse(body);
  expect(claims.map(({ memberHandle }) => memberHandle)).toEqual(['bob', 'ada']);

  expect((await send('DELETE', `/moderation/claims/${claims[0]?.id}`, moderator)).status).toBe(200);
  expect((await send('DELETE', `/moderation/claims/${claims[0]?.id}`, moderator)).status).toBe(404);
  expect(await verify(bob, id)).toMatchObject({
    status: 409,
    body: { message: 'A moderator has withdrawn your claim.' },
  });
  await send('DELETE', claimPath(id), bob);
  expect((await start(bob, id)).status).toBe('withdrawn');
  expect(await verifiedHost()).toBe('figgle.example');
  await send('DELETE', claimPath(id), ada);
  await send('DELETE', claimPath(id), ada);
  expect(await verifiedHost()).toBeUndefined();
  expect(await claimActions()).toEqual(['claim.verify', 'claim.verify', 'claim.withdraw', 'claim.lapse']);
});

it('is deleted after 90 days unless it is verified', async () => {
  const { ada, bob, id } = await buildVerified();
  await start(ada, id);
  const tokensAfter = async (days: number) => {
    const now = () => new Date(api.clock.now.getTime() + days * DAY_MS);
    await purgeExpiredHourly.run({ ...api.deps(), now }, new AbortController().signal);
    const { rows } = await api.db.execute<{ member: string }>(
      'SELECT member_id::text AS member FROM product_claims ORDER BY id',
    );
    return rows.map(({ member }) => member);
  };
  expect(await tokensAfter(CLAIM_LIMITS.openDays)).toEqual([bob.id, ada.id]);
  expect(await tokensAfter(CLAIM_LIMITS.openDays + 1)).toEqual([bob.id]);
});
