import { createHash } from 'node:crypto';
import { users } from '@/server/db/schema';
import { identities, sessions, signInAttempts } from '@/server/db/schema/sign-in-schema';
import { type IdentityDouble, startIdentityDouble } from '../../setup/identity-double';
import type { Person } from '../../setup/identity-person';
import { setUpTestApp, testNow } from '../../setup/test-app';

let double: IdentityDouble;
let hasGoogleSecret = true;
const api = setUpTestApp(() => ({
  identity: {
    ...double.config,
    google: { ...double.config.google, ...(!hasGoogleSecret && { clientSecret: undefined }) },
  },
}));

beforeAll(async () => {
  double = await startIdentityDouble({ now: () => api.clock.now });
});
beforeEach(() => {
  double.faults.clear();
  hasGoogleSecret = true;
});
afterAll(() => double.close());

const ada: Person = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ids: { 'google.com': '1001', 'github.com': '2001' },
  isVerifiedAtGithub: true,
};

type RedirectProvider = 'google' | 'github';

async function start(provider: RedirectProvider, destination?: string) {
  const query = destination === undefined ? '' : `?destination=${encodeURIComponent(destination)}`;
  const { body, headers, status } = await api.request('GET', `/api/user/login/${provider}${query}`, {
    remoteAddress: '203.0.113.5',
  });
  const redirectUrl = String(new Map(Object.entries(body ?? {})).get('redirectUrl'));
  const cookie = headers.get('set-cookie') ?? '';
  return { status, body, redirectUrl, cookie, cookiePair: cookie.split(';')[0] ?? '' };
}

type Callback = { provider: RedirectProvider; state: string; code: string; cookiePair?: string };
const openCallback = ({ provider, state, code, cookiePair }: Callback) =>
  api.request('GET', `/api/user/login/${provider}/callback?state=${state}&code=${code}`, {
    headers: cookiePair === undefined ? {} : { cookie: cookiePair },
  });

async function signInByRedirect(provider: RedirectProvider, destination?: string) {
  const { redirectUrl, cookiePair } = await start(provider, destination);
  return openCallback({ provider, cookiePair, ...double.agree(redirectUrl, ada) });
}

const storedRows = async () => [
  await api.db.select().from(users),
  await api.db.select().from(identities),
  await api.db.select().from(sessions),
];

it.each([
  ['google', 'https://accounts.google.com', '1001'],
  ['github', 'https://github.com', '2001'],
] as const)('signs in by a redirect to %s and back', async (provider, issuer, subject) => {
  const response = await signInByRedirect(provider, '/account/submit?from=header');

  expect([response.status, response.headers.get('location')]).toEqual([303, '/account/submit?from=header']);
  const token = /encrypted_token=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const headers = { accessToken: `Bearer ${token}` };
  expect(await api.request('GET', '/api/user/private/getProtectedUserInfo', { headers })).toMatchObject({
    body: { user: { name: 'Ada Lovelace', email: 'ada@example.com' } },
  });
  expect(await api.db.select().from(identities)).toMatchObject([{ issuer, subject, isEmailVerified: true }]);
  const metrics = await api.deps().metrics.read(() => Promise.reject(new Error('No queues are read.')));
  // A repeated test finds a second sign-in.
  expect(metrics).toMatch(`listgrove_sign_ins_total{provider="${provider}.com",outcome="signed-in"} `);
});

it('finds the same user as the popup sign-in', async () => {
  await signInByRedirect('google');
  const { provider, idToken, providerToken } = await double.popup('google.com', ada);
  await api.request('POST', '/api/user/login/from-firebase', {
    headers: { accessToken: `Bearer ${providerToken}` },
    body: { provider, idToken },
  });

  expect(await api.db.select().from(users)).toHaveLength(1);
  expect(await api.db.select().from(sessions)).toHaveLength(2);
});

it('requests a code with PKCE and state, and stores the state as a hash', async () => {
  const { redirectUrl, cookie } = await start('google');

  const authorizeURL = new URL(redirectUrl);
  const [attempt] = await api.db.select().from(signInAttempts);
  expect(Object.fromEntries(authorizeURL.searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/api/user/login/google/callback',
    code_challenge: createHash('sha256')
      .update(attempt?.verifier ?? '')
      .digest('base64url'),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(attempt?.stateHash).toEqual(
    createHash('sha256')
      .update(authorizeURL.searchParams.get('state') ?? '')
      .digest(),
  );
  expect(cookie).toMatch(
    /^sign_in_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
  );
});

describe('redirects to the site with a reason and without a sign-in', () => {
  const expectFailure = async (response: { status: number; headers: Headers }, reason: string) => {
    expect([response.status, response.headers.get('location')]).toEqual([303, `/?loginFailure=${reason}`]);
    expect(response.headers.get('set-cookie') ?? '').not.toContain('encrypted_token');
    expect(await storedRows()).toEqual([[], [], []]);
  };

  it('in a browser that did not start the sign-in', async () => {
    const { redirectUrl } = await start('google');
    const other = await start('google');

    await expectFailure(
      await openCallback({ provider: 'google', ...double.agree(redirectUrl, ada) }),
      'expired',
    );
    const again = await start('google');
    await expectFailure(
      await openCallback({
        provider: 'google',
        cookiePair: other.cookiePair,
        ...double.agree(again.redirectUrl, ada),
      }),
      'expired',
    );
  });

  it('after ten minutes', async () => {
    const { redirectUrl, cookiePair } = await start('google');
    const callback = double.agree(redirectUrl, ada);
    api.clock.now = new Date(testNow.getTime() + 10 * 60_000);

    await expectFailure(await openCallback({ provider: 'google', cookiePair, ...callback }), 'expired');
  });

  it('at the callback of the other provider', async () => {
    const { redirectUrl, cookiePair } = await start('google');

    await expectFailure(
      await openCallback({ provider: 'github', cookiePair, ...double.agree(redirectUrl, ada) }),
      'expired',
    );
  });

  it('with an unknown state', async () => {
    const { redirectUrl, cookiePair } = await start('google');
    const { code } = double.agree(redirectUrl, ada);

    await expectFailure(
      await openCallback({ provider: 'google', cookiePair, code, state: 'x'.repeat(43) }),
      'expired',
    );
  });

  it('with the code of another attempt', async () => {
    const first = await start('google');
    const second = await start('google');
    const { code } = double.agree(first.redirectUrl, ada);
    const { state } = double.agree(second.redirectUrl, ada);

    await expectFailure(
      await openCallback({ provider: 'google', cookiePair: second.cookiePair, code, state }),
      'refused',
    );
  });

  it('when the user cancels at the provider', async () => {
    const { redirectUrl, cookiePair } = await start('google');
    const { state } = double.agree(redirectUrl, ada);

    await expectFailure(
      await api.request('GET', `/api/user/login/google/callback?error=access_denied&state=${state}`, {
        headers: { cookie: cookiePair },
      }),
      'cancelled',
    );
  });

  it('when the provider fails', async () => {
    const { redirectUrl, cookiePair } = await start('google');
    const callback = double.agree(redirectUrl, ada);
    double.faults.add('/google/token');

    await expectFailure(await openCallback({ provider: 'google', cookiePair, ...callback }), 'unavailable');
  });
});

it('names the provider to link from when the email already has an account', async () => {
  await signInByRedirect('google');
  const before = await storedRows();

  const response = await signInByRedirect('github');

  expect(response.headers.get('location')).toBe('/?loginFailure=link-to-google');
  expect(await storedRows()).toEqual(before);
});

it.each([
  ['https://evil.example/', '/account/bookmarks'],
  ['//evil.example/', '/account/bookmarks'],
  ['/\\evil.example/', '/account/bookmarks'],
  ['/\t/evil.example/', '/account/bookmarks'],
  ['/.//evil.example/', '/account/bookmarks'],
  ['/a/..//evil.example/', '/account/bookmarks'],
  ['/.\\/evil.example/', '/account/bookmarks'],
  ['javascript:alert(1)', '/account/bookmarks'],
  ['/../../x', '/x'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['account/submit', '/account/bookmarks'],
  ['/search?q=a b#c', '/search?q=a%20b#c'],
])('redirects from the destination %j to %s', async (destination, location) => {
  expect((await signInByRedirect('google', destination)).headers.get('location')).toBe(location);
});

it('returns 503 when the client secret is not configured', async () => {
  hasGoogleSecret = false;

  expect(await start('google')).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      message: 'Sign-in with Google works only in a popup on this site. Please allow the popup.',
    },
  });
  expect(await api.db.select().from(signInAttempts)).toEqual([]);
});
