import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { ConfigError } from '@/server/base/errors';
import { readEnv, type ServerEnv } from '@/server/config/env';
import { passkeyChallenges, passkeys, sessions } from '@/server/db/schema/sign-in-schema';
import { users } from '@/server/db/schema';
import { upsertBrake } from '@/server/queries/brakes';
import { Authenticator } from '../../setup/authenticator';
import { buildIdentity } from '../../setup/build';
import { passkeyCalls } from '../../setup/passkeys';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';

const settings: { env: Partial<ServerEnv> } = { env: {} };
const api = setUpTestApp(() => ({ signsInByPasskey: true, ...settings.env }));
const { add, idOf, remove, show, signIn, startSignIn } = passkeyCalls(api);
beforeEach(() => {
  settings.env = {};
});

const refused = { status: 401, body: { code: 'unauthenticated' } };
/** The sessions that passkeys have opened, without the session that added the passkeys. */
const openedSessions = async () => (await api.db.select().from(sessions)).length - 1;

async function buildPasskey(overrides: Parameters<typeof buildSignedInUser>[1] = {}) {
  const member = await buildSignedInUser(api, overrides);
  await buildIdentity(api.db, member);
  const { device, added } = await add(member.headers);
  expect(added).toMatchObject({ status: 200 });
  return { ...member, device };
}

it('signs in to the account of a passkey, without asking for an address', async () => {
  const { device, id } = await buildPasskey();
  const { options, cookie } = await startSignIn();
  expect(options).toEqual({
    ...{ rpId: 'localhost', challenge: expect.any(String), timeout: 300_000, userVerification: 'required' },
  });
  const answer = await show(device.get(options), cookie);

  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'You are signed in.', redirectUrl: '/account/bookmarks' },
  });
  expect(answer.headers.getSetCookie().join()).toMatch(/encrypted_token=/);
  const stored = await api.db.select().from(sessions);
  expect(stored.map(({ userId }) => userId)).toEqual([id, id]);
  expect(await api.db.select().from(passkeys)).toMatchObject([{ signCount: 1, lastUsedAt: testNow }]);
  expect(await api.db.select().from(passkeyChallenges)).toEqual([]);
  expect(await signIn(device)).toMatchObject({ status: 200 });
});

it('ties the challenge to the browser by a cookie that scripts cannot read', async () => {
  const { headers } = await api.request('POST', '/api/user/login/passkey');
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^passkey_sign_in=[\w-]{43}; Max-Age=300; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

it('accepts an answer once, also when it arrives twice at the same time', async () => {
  const { device } = await buildPasskey();
  const { options, cookie } = await startSignIn();
  const credential = device.get(options);
  const answers = await Promise.all([show(credential, cookie), show(credential, cookie)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect(await show(credential, cookie)).toMatchObject(refused);
  expect(await openedSessions()).toBe(1);
});

it('uses the challenge up before it looks at the answer', async () => {
  const { device } = await buildPasskey();
  const { options, cookie } = await startSignIn();
  expect(await show(device.get(options, { origin: 'https://evil.example' }), cookie)).toMatchObject(refused);
  expect(await show(device.get(options), cookie)).toMatchObject({
    ...refused,
    body: { message: 'This took too long. Please try again.' },
  });
});

it('refuses the answer to the challenge of another browser, and to a challenge that is five minutes old', async () => {
  const { device } = await buildPasskey();
  const [ada, eve] = [await startSignIn(), await startSignIn()];
  expect(await show(device.get(ada.options), eve.cookie)).toMatchObject(refused);
  expect(await show(device.get(ada.options), '')).toMatchObject(refused);
  expect(await show(device.get(ada.options), 'passkey_sign_in=x')).toMatchObject(refused);
  api.clock.now = new Date(testNow.getTime() + 5 * MINUTE_MS);
  expect(await show(device.get(ada.options), ada.cookie)).toMatchObject(refused);
  api.clock.now = new Date(testNow.getTime() + 5 * MINUTE_MS - 1);
  expect(await show(device.get(ada.options), ada.cookie)).toMatchObject({ status: 200 });
});

it.each([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['another port of this host', { origin: 'http://localhost:4000' }],
  ['the passkeys of another site', { rpId: 'evil.example' }],
  ['a device that asks for no fingerprint, face or PIN', { isVerified: false }],
  ['the passkeys of another member', { userHandle: 'AAAA' }],
])('refuses an answer for %s', async (_, answer) => {
  const { device } = await buildPasskey();
  expect(await signIn(device, answer)).toMatchObject({
    ...refused,
    body: { message: "We couldn't verify this passkey. Please try again, or sign in in another way." },
  });
  expect(await openedSessions()).toBe(0);
});

it('refuses the signature of another key', async () => {
  const { device } = await buildPasskey();
  const { options, cookie } = await startSignIn();
  const [own, other] = [device.get(options), new Authenticator().get(options)];
  const forged = { ...own, response: { ...own.response, signature: other.response.signature } };
  expect(await show(forged, cookie)).toMatchObject(refused);
});

it('refuses a device that has signed less often than before: its key was copied', async () => {
  const { device } = await buildPasskey();
  expect(await signIn(device, { signCount: 8 })).toMatchObject({ status: 200 });
  expect(await signIn(device, { signCount: 8 })).toMatchObject(refused);
  expect(await signIn(device, { signCount: 7 })).toMatchObject(refused);
  expect(await signIn(device, { signCount: 0 })).toMatchObject(refused);
  expect(await signIn(device, { signCount: 9 })).toMatchObject({ status: 200 });
});

it('signs in with devices that never count', async () => {
  const { device } = await buildPasskey();
  expect(await signIn(device, { signCount: 0 })).toMatchObject({ status: 200 });
  expect(await signIn(device, { signCount: 0 })).toMatchObject({ status: 200 });
});

it('knows no passkey that was never added, or was removed', async () => {
  const { device, headers } = await buildPasskey();
  const unknown = {
    ...refused,
    body: { message: 'This passkey signs in to no account here. Perhaps it was removed from yours.' },
  };
  expect(await signIn(new Authenticator())).toMatchObject(unknown);
  expect(await remove(headers, await idOf(headers))).toMatchObject({ status: 200 });
  expect(await signIn(device)).toMatchObject(unknown);
});

it('signs a banned member in to read why and to appeal, as the other ways do', async () => {
  const { device, id } = await buildPasskey();
  await api.db.update(users).set({ bannedAt: testNow, banReason: 'Spam' });
  expect(await signIn(device)).toMatchObject({ status: 200 });
  const headers = await api.signIn({ id });
  expect(
    await api.request('PATCH', '/api/user/private/profile', { headers, body: { name: 'A' } }),
  ).toMatchObject({ status: 403 });
});

it('signs in to existing accounts where new ones need an invitation or are not taken', async () => {
  const { device } = await buildPasskey();
  for (const mode of ['invite', 'closed'] as const) {
    settings.env = { signUp: { mode, domains: [] } };
    expect(await signIn(device)).toMatchObject({ status: 200 });
  }
  expect(await api.db.select().from(users)).toHaveLength(1);
});

it('stops while moderators have stopped it, except for admins', async () => {
  const { device } = await buildPasskey();
  await upsertBrake(api.db, { name: 'no-passkeys', note: '', createdAt: testNow });
  expect(await signIn(device)).toMatchObject({
    status: 503,
    body: { message: 'Signing in with a passkey is paused for now.' },
  });
  await api.db.update(users).set({ role: 'admin' });
  expect(await signIn(device)).toMatchObject({ status: 200 });
});

it('is offered and works only where the owner has switched it on', async () => {
  const { device, headers } = await buildPasskey();
  const { options, cookie } = await startSignIn();
  const offer = async () => (await api.request('GET', '/api/user/login/identity')).body;
  expect(await offer()).toMatchObject({ offersPasskeys: true });
  settings.env = { signsInByPasskey: false };
  expect(await offer()).not.toHaveProperty('offersPasskeys');
  expect(await api.request('POST', '/api/user/login/passkey')).toMatchObject({ status: 403 });
  expect(await show(device.get(options), cookie)).toMatchObject({ status: 403 });
  expect(await api.request('POST', '/api/user/private/passkeys/options', { headers })).toMatchObject({
    status: 403,
  });
});

it.each([['http://tools.example'], ['https://192.0.2.1'], ['http://127.0.0.1:3000']])(
  'refuses to start at %s, where browsers make no passkeys',
  (url) => {
    const site = { APP_ENV: 'development', LOCAL_IDENTITY: 'off', NEXT_PUBLIC_SITE_URL: url };
    expect(() => readEnv({ ...site, SIGN_IN_PASSKEYS: 'on' })).toThrow(ConfigError);
    expect(readEnv(site)).toMatchObject({ signsInByPasskey: false });
  },
);
