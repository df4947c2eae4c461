import { sql } from 'drizzle-orm';
import { listBrakesCall } from '@/lib/contract/brake';
import { BRAKES } from '@/lib/contract/plain/moderation';
import { Brakes } from '@/server/limits/brakes';
import { listBrakes } from '@/server/queries/brakes';
import { listPublicChanges } from '@/server/queries/public-changes';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { from, setUpOAuthSite } from '../../setup/oauth-sign-in';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';

const oauth = setUpOAuthSite();
const { api } = oauth;
const calls = setUpModerationCalls(api);
let moderator: SignedInUser;
let member: SignedInUser;

beforeEach(async () => {
  oauth.settings.env = {};
  moderator = await buildSignedInUser(api, { role: 'moderator' });
  member = await buildSignedInUser(api);
  for (const name of BRAKES) await release(name);
});

const change = (method: 'PUT' | 'DELETE', name: string, body?: object) =>
  api.request(method, `/api/moderation/brakes/${name}`, { headers: moderator.headers, body });
const set = (name: string, note = '') => change('PUT', name, { note });
const release = (name: string) => change('DELETE', name);
const submit = (headers = member.headers) =>
  api.request('POST', '/api/user/private/products', {
    headers,
    body: { url: 'https://ada.example.com', name: 'Ada', tagline: 'Writes programs', tags: ['CI'] },
  });
const stopped = (message: string, brake: string) => ({
  status: 503,
  body: { code: 'unavailable', message, fields: { brake } },
});
async function signIn(sub: string, email = `${sub}@example.com`) {
  const { code, verifier } = await oauth.finishPopup('google', { sub, email });
  return api.request('POST', '/api/user/login/from-firebase', {
    ...from,
    headers: { accessToken: `Bearer ${code}` },
    body: { provider: 'google.com', idToken: verifier },
  });
}

it('stops what members change, and nothing that moderators do, until it is released', async () => {
  const product = await buildProduct(api.db);
  const upvote = (method = 'PUT') =>
    api.request(method, `/api/user/private/upvotes/${product.id}`, { headers: member.headers });
  const pending = await calls.createSubmission(await calls.signedInUser());
  expect((await set('read-only', 'We move until noon.')).status).toBe(200);
  const refused = stopped('This site is read-only for now. We move until noon.', 'read-only');
  expect(await upvote()).toMatchObject(refused);
  expect(await submit()).toMatchObject(refused);
  expect((await api.request('GET', `/api/products/${product.slug}`)).status).toBe(200);
  expect((await calls.approve(moderator.headers, pending.id)).status).toBe(200);
  expect(
    (await api.request('POST', '/api/user/private/logout', { headers: member.headers, body: {} })).status,
  ).toBe(200);
  member = await buildSignedInUser(api);
  await release('read-only');
  expect((await upvote()).status).toBe(200);
});

it('stops submissions alone, and says so with the latest note', async () => {
  await set('no-submissions', 'First');
  await set('no-submissions', 'The queue is long.');
  expect(await submit()).toMatchObject(
    stopped('Submissions are paused for now. The queue is long.', 'no-submissions'),
  );
  const { body } = await api.request('GET', '/api/moderation/brakes', { headers: moderator.headers });
  expect(listBrakesCall.answer.parse(body).brakes).toMatchObject([
    { name: 'no-submissions', note: 'The queue is long.' },
  ]);
  await release('no-submissions');
  expect((await submit()).status).toBe(201);
});

it('stops new accounts and one provider, and lets the admin in', async () => {
  expect((await signIn('1')).status).toBe(200);
  await set('no-new-accounts');
  expect((await signIn('1')).status).toBe(200);
  expect(await signIn('2')).toMatchObject(
    stopped('This site takes no new accounts for now.', 'no-new-accounts'),
  );
  await set('no-google');
  const refused = stopped('Signing in with Google is paused for now.', 'no-google');
  expect(await signIn('1')).toMatchObject(refused);
  oauth.settings.env = { adminEmails: ['3@example.com'] };
  expect((await signIn('3')).status).toBe(200);

  // An admin of the setup link or the terminal, too.
  oauth.settings.env = {};
  await api.db.execute(sql`
    UPDATE users SET role = 'admin' WHERE id = (SELECT user_id FROM identities WHERE subject = '1')`);
  expect((await signIn('1')).status).toBe(200);
  expect(await signIn('2')).toMatchObject(refused);
});

it('slows members down', async () => {
  const product = await buildProduct(api.db);
  await set('slow-mode');
  const bookmark = () =>
    api.request('PUT', `/api/user/private/bookmarks/${product.id}`, { headers: member.headers });
  const statuses = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await bookmark()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

it('notes one entry in the log per change, and outdates every page', async () => {
  const { until } = await listPublicChanges(api.db, undefined);
  await set('slow-mode');
  await release('slow-mode');
  await release('slow-mode');
  const actions = (await calls.auditLog()).map(({ action }) => action);
  expect(actions).toEqual(['brake.set', 'brake.release']);
  const { changes } = await listPublicChanges(api.db, until);
  expect([...changes.values()].filter(({ kind }) => kind === 'site')).toHaveLength(2);
  expect((await set('fast-mode')).status).toBe(400);
});

it('reads the brakes at most once a second, and again after a failure', async () => {
  let count = 0;
  const brakes = new Brakes(() => {
    count += 1;
    return count === 1 ? Promise.reject(new Error('away')) : listBrakes(api.db);
  });
  await expect(brakes.list()).rejects.toThrow('away');
  await Promise.all([brakes.isOn('read-only'), brakes.isOn('slow-mode'), brakes.requireReleased('no-oidc')]);
  expect(count).toBe(2);
});
