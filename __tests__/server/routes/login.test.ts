import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { eq } from 'drizzle-orm';
import type { ProviderId } from '@/lib/contract/sign-in';
import { auditEntries, identities, sessions, spentIdTokens, users } from '@/server/db/schema';
import { buildUser } from '../../setup/build';
import { doubleProjectId, type IdentityDouble, startIdentityDouble } from '../../setup/identity-double';
import type { Person } from '../../setup/identity-person';
import { setUpTestApp, testNow } from '../../setup/test-app';

let double: IdentityDouble;
const api = setUpTestApp(() => ({
  identity: double.config,
  adminEmails: ['ada@example.com', 'bob@example.com'],
}));

beforeAll(async () => {
  double = await startIdentityDouble({ now: () => api.clock.now });
});
beforeEach(() => double.faults.clear());
afterAll(() => double.close());

const ada: Person = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ids: { 'google.com': '1001', 'github.com': '2001' },
};
const eve: Person = {
  name: 'Eve',
  email: 'eve@example.com',
  ids: { 'google.com': '1666', 'github.com': '2666' },
};

type Popup = { provider: string; idToken: string; providerToken: string };
const login = ({ provider, idToken, providerToken }: Popup) =>
  api.request('POST', '/api/user/login/from-firebase', {
    headers: { accessToken: `Bearer ${providerToken}`, 'user-agent': 'Firefox' },
    body: { provider, idToken },
  });

/** Everything that a sign-in writes. */
const rows = async () => ({
  users: await api.db.select().from(users),
  identities: await api.db.select().from(identities),
  sessions: await api.db.select().from(sessions),
  spent: await api.db.select().from(spentIdTokens),
});
const nothing = { users: [], identities: [], sessions: [], spent: [] };

const minutes = (count: number) => count * 60 * 1000;

it('tells browsers the public half of the Firebase configuration, and no more', async () => {
  const { body } = await api.request('GET', '/api/user/login/identity');

  expect(body).toEqual({
    isError: false,
    identity: {
      kind: 'firebase',
      apiKey: 'double-key',
      authDomain: 'demo-double.firebaseapp.com',
      projectId: doubleProjectId,
    },
  });
});

it.each(['google.com', 'github.com'] as const)('signs in with %s, as a new member', async (provider) => {
  const answered = await login(await double.popup(provider, eve));

  expect(answered).toMatchObject({
    status: 200,
    body: {
      isError: false,
      encrypted_token: expect.any(String),
      message: 'You are signed in.',
      redirectUrl: '/account/bookmarks',
    },
  });
  const token = /"encrypted_token":"([^"]+)"/.exec(answered.text)?.[1] ?? '';
  expect(answered.headers.get('set-cookie')).toBe(
    `encrypted_token=${token}; Max-Age=2592000; Path=/; Expires=Wed, 01 Jul 2026 12:00:00 GMT; SameSite=Lax`,
  );
  const me = await api.request('GET', '/api/user/private/getProtectedUserInfo', {
    headers: { accessToken: `Bearer ${token}` },
  });
  expect(me.body).toMatchObject({
    user: { email: 'eve@example.com', name: 'Eve', handle: 'eve', role: 'member' },
  });
  expect(await rows()).toMatchObject({
    identities: [
      {
        issuer: provider === 'google.com' ? 'https://accounts.google.com' : 'https://github.com',
        subject: eve.ids[provider],
        provider,
      },
    ],
    sessions: [{ userAgent: 'Firefox' }],
  });
});

it("is the same member the next time, by the provider's user id and not by the address", async () => {
  await login(await double.popup('google.com', eve));
  api.clock.now = new Date(testNow.getTime() + minutes(1));
  await login(await double.popup('google.com', { ...eve, name: 'Eva', email: 'eva@example.com' }));

  expect(await rows()).toMatchObject({
    users: [{ name: 'Eve' }],
    identities: [{ email: 'eva@example.com' }],
    sessions: [{ userId: '1' }, { userId: '1' }],
  });
});

it.each([
  ['\u202eEve', 'Eve'],
  ['\u200b\u200b', 'Member'],
  ['Eve\ud800', 'Eve'],
  ['x'.repeat(59) + '🦄', 'x'.repeat(59)],
])('makes of the name %j at the provider %j, by the rule for names here', async (name, shown) => {
  await login(await double.popup('google.com', { ...eve, name }));

  expect((await rows()).users).toMatchObject([{ name: shown }]);
});

it('gives members of one name handles of their own', async () => {
  const names = ['Ada', 'Ada', 'ADA!', '李', '李', '🦄', ' ', 'x'.repeat(200)];
  for (const [index, name] of names.entries()) {
    const id = String(index);
    await login(
      await double.popup('google.com', {
        name,
        email: `${id}@x.example`,
        ids: { 'google.com': id, 'github.com': id },
      }),
    );
  }

  expect((await rows()).users.map(({ handle }) => handle)).toEqual([
    'ada',
    'ada-2',
    'ada-3',
    'member',
    'member-2',
    'member-3',
    'member-4',
    'x'.repeat(31),
  ]);
});

describe('refuses with 401 and writes no row', () => {
  const claims = () => double.claimsOf('google.com', eve);
  const nowSeconds = () => Math.floor(testNow.getTime() / 1000);
  const withClaims = async (changes: Record<string, unknown>): Promise<Popup> => ({
    provider: 'google.com',
    idToken: await double.signIdToken({ ...claims(), ...changes }),
    providerToken: double.grant('google.com', eve),
  });
  const withToken = (idToken: string): Popup => ({
    provider: 'google.com',
    idToken,
    providerToken: double.grant('google.com', eve),
  });
  const other: ProviderId = 'github.com';

  const cases: Record<string, () => Promise<Popup> | Popup> = {
    'an ID token of another app': () =>
      withClaims({ aud: 'other-app', iss: 'https://securetoken.google.com/other-app' }),
    'an ID token for another audience': () => withClaims({ aud: 'other-app' }),
    'an ID token of another issuer': () => withClaims({ iss: `https://evil.example/${doubleProjectId}` }),
    'an ID token that has expired': () =>
      withClaims({ iat: nowSeconds() - 3_700, exp: nowSeconds() - 100, auth_time: nowSeconds() - 3_700 }),
    'a sign-in of more than five minutes ago': () => withClaims({ auth_time: nowSeconds() - 301 }),
    'a sign-in of the future': () => withClaims({ auth_time: nowSeconds() + 60 }),
    'an ID token of the future': () => withClaims({ iat: nowSeconds() + 60 }),
    'an ID token without a time of sign-in': () => withClaims({ auth_time: undefined }),
    'an ID token without a subject': () => withClaims({ sub: '' }),
    "an ID token without Firebase's claims": () => withClaims({ firebase: undefined }),
    'an ID token of another provider': async () => ({
      ...(await double.popup(other, eve)),
      provider: 'google.com',
    }),
    "another provider's access token": async () => ({
      ...(await double.popup('google.com', eve)),
      providerToken: double.grant(other, eve),
    }),
    'a sign-in without a provider': () =>
      withClaims({ firebase: { sign_in_provider: 'password', identities: {} } }),
    'an ID token with nobody at the provider': () =>
      withClaims({ firebase: { sign_in_provider: 'google.com', identities: {} } }),
    'an access token of another user': async () => ({
      ...(await double.popup('google.com', eve)),
      providerToken: double.grant('google.com', ada),
    }),
    'an ID token of another user': async () => ({
      ...(await double.popup('google.com', ada)),
      providerToken: double.grant('google.com', eve),
    }),
    'an access token that was given to another app': async () => ({
      ...(await double.popup('google.com', eve)),
      providerToken: double.grant('google.com', eve, 'another-app'),
    }),
    'a Github token that was given to another app': async () => ({
      ...(await double.popup('github.com', eve)),
      providerToken: double.grant('github.com', eve, 'another-app'),
    }),
    'an access token that nobody gave': async () => ({
      ...(await double.popup('google.com', eve)),
      providerToken: 'ya29.made-up',
    }),
    'alg none': () => withToken(new UnsecuredJWT(claims()).encode()),
    'alg none with a signature': async () => {
      const [, payload = '', signature = ''] = (await double.signIdToken(claims())).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
      return withToken(`${header}.${payload}.${signature}`);
    },
    'a signature made with the published key as a shared secret': async () => {
      const jwks = await (await fetch(double.config.jwksURL)).text();
      const secret = new TextEncoder().encode(jwks);
      const header = { alg: 'HS256', kid: 'double-1' };
      return withToken(await new SignJWT(claims()).setProtectedHeader(header).sign(secret));
    },
    "a signature with a key of its own under our key's id": async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return withToken(await double.signIdToken(claims(), { key: privateKey }));
    },
    'a signature with a key that is not published': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return withToken(await double.signIdToken(claims(), { key: privateKey, kid: 'other' }));
    },
    'a key that the token brings along': async () => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const header = { alg: 'RS256', jwk: await exportJWK(publicKey) };
      return withToken(await new SignJWT(claims()).setProtectedHeader(header).sign(privateKey));
    },
    'a payload that was changed': async () => {
      const [header = '', , signature = ''] = (await double.signIdToken(claims())).split('.');
      const payload = Buffer.from(JSON.stringify({ ...claims(), email: 'ada@example.com' })).toString(
        'base64url',
      );
      return withToken(`${header}.${payload}.${signature}`);
    },
    'a signature in which the last letter was changed': async () => {
      const idToken = await double.signIdToken(claims());
      return withToken(idToken.slice(0, -1) + (idToken.endsWith('A') ? 'B' : 'A'));
    },
    'a spelling of the signature that decoders take for the same': async () => {
      const idToken = await double.signIdToken(claims());
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      // 256 bytes leave four bits of the last letter unused.
      const twin = letters[letters.indexOf(idToken.slice(-1)) + 1] ?? '';
      return withToken(idToken.slice(0, -1) + twin);
    },
    'what is no token': () => withToken('not.a.token'),
    'a single word': () => withToken('x'),
  };

  it.each(Object.entries(cases))('%s', async (_, make) => {
    const answered = await login(await make());

    expect(answered).toMatchObject({ status: 401, body: { isError: true, code: 'unauthenticated' } });
    expect(answered.headers.get('set-cookie')).toBeNull();
    expect(await rows()).toEqual(nothing);
  });

  it('no access token at all', async () => {
    const { idToken } = await double.popup('google.com', eve);
    const body = { provider: 'google.com', idToken };

    expect(await api.request('POST', '/api/user/login/from-firebase', { body })).toMatchObject({
      status: 401,
    });
    expect(await rows()).toEqual(nothing);
  });

  it('what was accepted before, with the same access token or another', async () => {
    const popup = await double.popup('google.com', eve);
    expect(await login(popup)).toMatchObject({ status: 200 });
    const before = await rows();

    expect(await login(popup)).toMatchObject({ status: 401 });
    expect(await login({ ...popup, providerToken: double.grant('google.com', eve) })).toMatchObject({
      status: 401,
    });
    expect(await rows()).toEqual(before);
  });

  it('all but one of ten that arrive at once', async () => {
    const popup = await double.popup('google.com', eve);
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(popup)));

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ]);
    expect(await rows()).toMatchObject({ users: [{}], identities: [{}], sessions: [{}], spent: [{}] });
  });
});

it.each([
  ['an unknown provider', { provider: 'facebook.com', idToken: 'x' }],
  ['no ID token', { provider: 'google.com' }],
  ['an ID token that is none', { provider: 'google.com', idToken: { alg: 'none' } }],
])('answers 400 to %s', async (_, body) => {
  const headers = { accessToken: 'Bearer x' };

  expect(await api.request('POST', '/api/user/login/from-firebase', { body, headers })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  });
});

it('makes one account of ten first sign-ins at once', async () => {
  const popups = await Promise.all(Array.from({ length: 5 }, () => double.popup('google.com', eve)));
  // A token is the same when all in it is; an access of its own makes each another.
  const distinct = await Promise.all(
    popups.map(async (popup, index) => ({
      ...popup,
      idToken: await double.signIdToken({ ...double.claimsOf('google.com', eve), jti: String(index) }),
    })),
  );

  const answers = await Promise.all(distinct.map(login));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await rows()).toMatchObject({ users: [{}], identities: [{}] });
});

it.each(['/jwks', '/google/tokeninfo'])('says so when %s fails, and writes no row', async (path) => {
  double.faults.add(path);

  const answered = await login(await double.popup('google.com', eve));

  expect(answered).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      message: "The sign-in service isn't responding. Please try again in a minute.",
    },
  });
  expect(answered.headers.get('retry-after')).toBe('30');
  expect(await rows()).toEqual(nothing);
});

it('waits five seconds for a provider, and no longer', async () => {
  double.faults.add('/google/tokeninfo slow');
  const popup = await double.popup('google.com', eve);
  const startedAtMs = performance.now();

  expect(await login(popup)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(performance.now() - startedAtMs).toBeLessThan(9_000);
  expect(await rows()).toEqual(nothing);
});

describe('the same verified address at the other provider', () => {
  it('is offered to be linked, and merges nothing', async () => {
    await login(await double.popup('google.com', eve));
    const before = await rows();

    const refused = await login(await double.popup('github.com', eve));

    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'You already have an account with this email. Sign in with Google to link Github.',
        fields: { linkTo: 'google.com' },
      },
    });
    expect(await rows()).toEqual(before);
  });

  it('is linked by a member who is signed in, with the very tokens that were refused', async () => {
    const first = await login(await double.popup('google.com', eve));
    const token = /"encrypted_token":"([^"]+)"/.exec(first.text)?.[1] ?? '';
    const github = await double.popup('github.com', eve);
    await login(github);
    api.clock.now = new Date(testNow.getTime() + minutes(1));

    const link = () =>
      api.request('POST', '/api/user/private/identities', {
        headers: { accessToken: `Bearer ${token}` },
        body: github,
      });
    expect(await link()).toMatchObject({
      status: 200,
      body: {
        identities: [{ provider: 'google.com' }, { provider: 'github.com', email: 'eve@example.com' }],
      },
    });
    // The token is named as what is at fault: the session is not.
    expect(await link()).toMatchObject({ status: 401, body: { fields: { idToken: 'it was used already' } } });

    expect(await login(await double.popup('github.com', eve))).toMatchObject({ status: 200 });
    expect((await rows()).users).toHaveLength(1);
  });

  it('is not taken from the member who has it', async () => {
    await login(await double.popup('github.com', ada));
    const bob = await buildUser(api.db);
    api.clock.now = new Date(testNow.getTime() + minutes(1));

    const taken = await api.request('POST', '/api/user/private/identities', {
      headers: await api.signIn(bob),
      body: await double.popup('github.com', ada),
    });

    expect(taken).toMatchObject({
      status: 409,
      body: { message: 'This Github account already belongs to another member.' },
    });
    expect(await rows()).toMatchObject({ identities: [{ userId: '1' }] });
  });

  it('means nothing where no provider has verified it', async () => {
    // Whoever has claimed somebody's address first must not stand in their way.
    await login(await double.popup('github.com', eve));

    expect(await login(await double.popup('google.com', eve))).toMatchObject({ status: 200 });
    expect((await rows()).users).toHaveLength(2);
  });

  it('counts where Github says that it has verified it', async () => {
    await login(await double.popup('github.com', { ...eve, isVerifiedAtGithub: true }));

    expect(await login(await double.popup('google.com', eve))).toMatchObject({
      status: 409,
      body: { fields: { linkTo: 'github.com' } },
    });
  });
});

describe('ADMIN_EMAILS', () => {
  const bob: Person = {
    ...ada,
    name: 'Bob',
    email: 'Bob@Example.com',
    ids: { 'google.com': '7', 'github.com': '8' },
  };
  const roles = async () => (await rows()).users.map(({ name, role }) => [name, role]);

  it('makes the first of its addresses to sign in admin, and no other', async () => {
    await login(await double.popup('google.com', eve));
    await login(await double.popup('google.com', bob));
    await login(await double.popup('google.com', ada));

    expect(await roles()).toEqual([
      ['Eve', 'member'],
      ['Bob', 'admin'],
      ['Ada Lovelace', 'member'],
    ]);
    expect(await api.db.select().from(auditEntries)).toMatchObject([
      { actorHandle: 'ADMIN_EMAILS', action: 'user.role', subjectId: '2', details: { to: 'admin' } },
    ]);
  });

  it('counts an address only when its provider has verified it', async () => {
    await login(await double.popup('github.com', ada));

    expect(await roles()).toEqual([['Ada Lovelace', 'member']]);
  });
});

it('refuses the eleventh sign-in of a member within five minutes, and the twenty-sixth of an address', async () => {
  const signInOnce = async (person: Person, index: number) =>
    login({
      ...(await double.popup('google.com', person)),
      idToken: await double.signIdToken({ ...double.claimsOf('google.com', person), jti: String(index) }),
    });
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) statuses.push((await signInOnce(eve, index)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);

  for (let index = 0; index < 14; index += 1) {
    await login({ provider: 'google.com', idToken: 'x', providerToken: 'x' });
  }
  const refused = await login(await double.popup('google.com', ada));
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('lets a banned member in, to see why, and do nothing else', async () => {
  await login(await double.popup('google.com', eve));
  await api.db.update(users).set({ bannedAt: testNow }).where(eq(users.id, '1'));
  const [user] = await api.db.select().from(users);
  const headers = await api.signIn({ id: user?.id ?? '' });

  expect(await api.request('GET', '/api/user/private/getProtectedUserInfo', { headers })).toMatchObject({
    status: 200,
  });
  expect(
    await api.request('PATCH', '/api/user/private/profile', { headers, body: { name: 'New' } }),
  ).toMatchObject({ status: 403, body: { code: 'forbidden', message: 'Your account is suspended.' } });
});
