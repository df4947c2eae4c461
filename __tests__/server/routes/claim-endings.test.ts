import * as z from 'zod/mini';
import { claim as claimSchema } from '@/lib/contract/claim';
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
  records.push(`sprig-verification=${z.object({ claim: claimSchema }).parse(body).claim.token}`);
  expect((await send('POST', `${claimPath(id)}/verification`, bob)).status).toBe(200);
  return { mo, ada, bob, id };
}

it('says nothing of the removal of a product when it ends after that: the product can be listed again', async () => {
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

it('ends with the account, also on pages that are cached', async () => {
  const { bob } = await buildVerified();
  expect(await verifiedHost()).toBe('figgle.example');
  await api.db.execute(`DELETE FROM users WHERE handle = '${bob.handle}'`);
  expect(await verifiedHost()).toBeUndefined();
});
