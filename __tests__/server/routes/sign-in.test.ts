import { eq } from 'drizzle-orm';
import { users } from '@/server/db/schema';
import { ada, eve, noRows, setUpFirebaseSignIn } from '../../setup/firebase-sign-in';
import { doubleProjectId } from '../../setup/identity-double';
import type { Person } from '../../setup/identity-person';
import { testNow } from '../../setup/test-app';

const firebase = setUpFirebaseSignIn();
const { api, signIn, storedRows } = firebase;
const minutes = (count: number) => count * 60 * 1000;

it('returns only the public part of the Firebase configuration', async () => {
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

it.each(['google.com', 'github.com'] as const)('signs in a new user with %s', async (provider) => {
  const response = await signIn(await firebase.double.popup(provider, eve));

  expect(response).toMatchObject({
    status: 200,
    body: {
      isError: false,
      encrypted_token: expect.any(String),
      message: 'You are signed in.',
      redirectUrl: '/account/bookmarks',
    },
  });
  const token = /"encrypted_token":"([^"]+)"/.exec(response.text)?.[1] ?? '';
  expect(response.headers.get('set-cookie')).toBe(
    `encrypted_token=${token}; Max-Age=2592000; Path=/; Expires=Wed, 01 Jul 2026 12:00:00 GMT; SameSite=Lax`,
  );
  const me = await api.request('GET', '/api/user/private/getProtectedUserInfo', {
    headers: { accessToken: `Bearer ${token}` },
  });
  expect(me.body).toMatchObject({
    user: { email: 'eve@example.com', name: 'Eve', handle: 'eve', role: 'member' },
  });
  expect(await storedRows()).toMatchObject({
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

it('finds the user at the next sign-in by the user id at the provider, not by the email', async () => {
  await signIn(await firebase.double.popup('google.com', eve));
  api.clock.now = new Date(testNow.getTime() + minutes(1));
  await signIn(await firebase.double.popup('google.com', { ...eve, name: 'Eva', email: 'eva@example.com' }));

  expect(await storedRows()).toMatchObject({
    users: [{ name: 'Eve' }],
    identities: [{ email: 'eva@example.com' }],
    sessions: [{ userId: '1' }, { userId: '1' }],
  });
});

it.each([
  ['\u202eEve', 'Eve'],
  ['\u200b\u200b', 'Member'],
  ['Eve\ud800', 'Eve'],
  ['x'.repeat(59) + '🦄🦄', 'x'.repeat(59) + '🦄'],
])('stores the name %j of the provider as %j', async (name, shown) => {
  await signIn(await firebase.double.popup('google.com', { ...eve, name }));

  expect((await storedRows()).users).toMatchObject([{ name: shown }]);
});

it('gives users with the same name different handles', async () => {
  const names = ['Ada', 'Ada', 'ADA!', '李', '李', '🦄', ' ', 'x'.repeat(200)];
  for (const [index, name] of names.entries()) {
    const id = String(index);
    await signIn(
      await firebase.double.popup('google.com', {
        name,
        email: `${id}@x.example`,
        ids: { 'google.com': id, 'github.com': id },
      }),
    );
  }

  expect((await storedRows()).users.map(({ handle }) => handle)).toEqual([
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

it.each([
  ['an unknown provider', { provider: 'facebook.com', idToken: 'x' }],
  ['a missing ID token', { provider: 'google.com' }],
  ['an ID token that is not text', { provider: 'google.com', idToken: { alg: 'none' } }],
])('returns 400 for %s', async (_, body) => {
  const headers = { accessToken: 'Bearer x' };

  expect(await api.request('POST', '/api/user/login/from-firebase', { body, headers })).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  });
});

it('creates one account from five first sign-ins at the same time', async () => {
  const popups = await Promise.all(Array.from({ length: 5 }, () => firebase.double.popup('google.com', eve)));
  // Tokens with equal claims are equal. A different `jti` makes each token different.
  const distinct = await Promise.all(
    popups.map(async (popup, index) => ({
      ...popup,
      idToken: await firebase.double.signIdToken({
        ...firebase.double.claimsOf('google.com', eve),
        jti: String(index),
      }),
    })),
  );

  const answers = await Promise.all(distinct.map(signIn));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await storedRows()).toMatchObject({ users: [{}], identities: [{}] });
});

it.each(['/jwks', '/google/tokeninfo'])('returns 503 when %s fails, and writes no row', async (path) => {
  firebase.double.faults.add(path);

  const response = await signIn(await firebase.double.popup('google.com', eve));

  expect(response).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      message: "The sign-in service isn't responding. Please try again in a minute.",
    },
  });
  expect(response.headers.get('retry-after')).toBe('30');
  expect(await storedRows()).toEqual(noRows);
});

it('returns 503 when a provider does not respond within five seconds', async () => {
  firebase.double.faults.add('/google/tokeninfo slow');
  const popup = await firebase.double.popup('google.com', eve);
  const startedAtMs = performance.now();

  expect(await signIn(popup)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  // Five seconds, and as much as a busy machine may add.
  expect(performance.now() - startedAtMs).toBeLessThan(25_000);
  expect(await storedRows()).toEqual(noRows);
});

it('limits sign-ins to 10 per user and 25 per client address within five minutes', async () => {
  const signInOnce = async (person: Person, index: number) =>
    signIn({
      ...(await firebase.double.popup('google.com', person)),
      idToken: await firebase.double.signIdToken({
        ...firebase.double.claimsOf('google.com', person),
        jti: String(index),
      }),
    });
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) statuses.push((await signInOnce(eve, index)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);

  for (let index = 0; index < 14; index += 1) {
    await signIn({ provider: 'google.com', idToken: 'x', providerToken: 'x' });
  }
  const rejected = await signIn(await firebase.double.popup('google.com', ada));
  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('signs in a banned user, who can read the account but not change it', async () => {
  await signIn(await firebase.double.popup('google.com', eve));
  await api.db.update(users).set({ bannedAt: testNow }).where(eq(users.id, '1'));
  const [user] = await api.db.select().from(users);
  const headers = await api.signIn({ id: user?.id ?? '' });

  expect(await api.request('GET', '/api/user/private/getProtectedUserInfo', { headers })).toMatchObject({
    status: 200,
  });
  expect(
    await api.request('PATCH', '/api/user/private/profile', { headers, body: { name: 'New' } }),
  ).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: 'Your account is banned. Your dashboard says why.' },
  });
});
