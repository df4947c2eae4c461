import * as z from 'zod/mini';
import { CLAIM_LIMITS, claim as claimSchema } from '@/lib/contract/claim';
import { REMOVAL_LIMITS } from '@/lib/contract/report';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { recheckClaims } from '@/server/jobs/site-jobs';
import { productClaims } from '@/server/db/schema/edit-schema';
import { deleteOpenClaims } from '@/server/queries/products/claims';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const records: string[] = [];
const { fetchPage } = setUpFakeWeb();
const resolveText = () => Promise.resolve(records);
const api = setUpTestApp({}, { rateLimits: noRateLimits, fetchPage, resolveText });
const { buildModerator, signedInUser, createSubmission, approve, auditLog } = setUpModerationCalls(api);

type Sender = Pick<SignedInUser, 'headers'>;
const send = (method: string, path: string, { headers }: Sender, body?: object) =>
  api.request(method, `/api${path}`, { headers, body });
async function verifiedHost() {
  const { body } = await api.request('GET', '/api/products/figgle');
  return z.object({ product: z.object({ verifiedHost: z.optional(z.string()) }) }).parse(body).product
    .verifiedHost;
}
const claimPath = (id: string) => `/user/private/products/${id}/claim`;

async function buildVerified() {
  const [mo, ada, bob] = [await buildModerator(), await signedInUser(), await signedInUser()];
  const { id } = await createSubmission(ada);
  await approve(mo.headers, id);
  const { body } = await send('POST', claimPath(id), bob);
  records.push(`listgrove-verification=${z.object({ claim: claimSchema }).parse(body).claim.token}`);
  expect((await send('POST', `${claimPath(id)}/verification`, bob)).status).toBe(200);
  return { mo, ada, bob, id };
}

it('does not hide the removal of its product when the claim ends later: the product can be listed again', async () => {
  const { mo, ada, bob, id } = await buildVerified();
  await api.request('POST', `/api/products/${id}/reports`, { body: { reason: 'spam' } });
  await send('POST', `/moderation/products/${id}/reports`, mo, {
    ...{ outcome: 'upheld', remedy: 'remove', seen: api.clock.now.toISOString() },
  });
  await send('DELETE', claimPath(id), bob);
  expect((await auditLog()).at(-1)).toMatchObject({ action: 'claim.lapse' });
  expect((await send('GET', '/user/private/removals', ada)).body).toMatchObject({ removals: [{ id }] });
  const restore = () => send('POST', `/moderation/products/${id}/restore`, mo);
  expect((await restore()).status).toBe(200);
  expect((await send('GET', '/user/private/removals', ada)).body).toMatchObject({ removals: [] });
  expect((await restore()).status).toBe(409);
});

const claimActions = async () =>
  (await auditLog()).map(({ action }) => action).filter((action) => action.startsWith('claim'));

it('ends with the account, also on pages that are cached, and the log follows', async () => {
  const { bob } = await buildVerified();
  expect(await verifiedHost()).toBe('figgle.example');
  expect((await send('DELETE', '/user/private/account', bob)).status).toBe(200);
  api.clock.now = new Date(api.clock.now.getTime() + ACCOUNT_LIMITS.deletionDays * DAY_MS);
  expect(await deleteDueAccounts(api.deps())).toBe(1);
  expect(await verifiedHost()).toBeUndefined();
  expect(await claimActions()).toEqual(['claim.verify', 'claim.lapse']);
});

it('ends when its member is banned, and the end of the ban returns it', async () => {
  const { mo, bob } = await buildVerified();
  expect((await send('POST', `/moderation/users/${bob.id}/ban`, mo, { reason: 'Spam.' })).status).toBe(200);
  expect(await verifiedHost()).toBeUndefined();
  const actions = async () => (await auditLog()).map(({ action }) => action).slice(-2);
  expect(await actions()).toEqual(['claim.lapse', 'user.ban']);
  expect((await auditLog()).at(-2)).toMatchObject({ actorId: null, actorHandle: 'the site' });
  await deleteOpenClaims(api.db, new Date(api.clock.now.getTime() + DAY_MS));
  await send('POST', `/moderation/users/${bob.id}/unban`, mo, {});
  expect(await verifiedHost()).toBe('figgle.example');
  expect(await claimActions()).toEqual(['claim.verify', 'claim.lapse', 'claim.verify']);
});

it('outlasts a removal of its product, and lapses when moderators can no longer restore the product', async () => {
  const { ada, id } = await buildVerified();
  await send('POST', claimPath(id), ada);
  const advance = async (days: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + days * DAY_MS);
    await recheckClaims.run(api.deps(), new AbortController().signal);
  };
  const remove = async () => {
    await api.request('POST', `/api/products/${id}/reports`, { body: { reason: 'spam' } });
    const decision = { remedy: 'remove', outcome: 'upheld', seen: api.clock.now.toISOString() };
    const admin = await buildModerator(`admin-${api.clock.now.getTime()}`);
    expect((await send('POST', `/moderation/products/${id}/reports`, admin, decision)).status).toBe(200);
    return admin;
  };
  // The first check is due while the product is away.
  await advance(CLAIM_LIMITS.checkDays - 1);
  const admin = await remove();
  await advance(REMOVAL_LIMITS.restoreDays - 1);
  await deleteOpenClaims(api.db, new Date(api.clock.now.getTime() - REMOVAL_LIMITS.restoreDays * DAY_MS));
  expect((await send('POST', `/moderation/products/${id}/restore`, admin)).status).toBe(200);
  expect(await verifiedHost()).toBe('figgle.example');
  expect(await api.db.$count(productClaims)).toBe(2);
  expect(await claimActions()).toEqual(['claim.verify']);

  await remove();
  await advance(REMOVAL_LIMITS.restoreDays + CLAIM_LIMITS.retryDays);
  expect(await claimActions()).toEqual(['claim.verify', 'claim.lapse']);
});
