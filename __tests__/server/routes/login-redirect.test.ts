import { createHash } from 'node:crypto';
import { identities, sessions, signInAttempts, users } from '@/server/db/schema';
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

type Way = 'google' | 'github';

async function start(way: Way, destination?: string) {
  const query = destination === undefined ? '' : `?destination=${encodeURIComponent(destination)}`;
  const { body, headers, status } = await api.request('GET', `/api/user/login/${way}${query}`);
  const redirectUrl = String(new Map(Object.entries(body ?? {})).get('redirectUrl'));
  const cookie = headers.get('set-cookie') ?? '';
  return { status, body, redirectUrl, cookie, kept: cookie.split(';')[0] ?? '' };
}

type Back = { way: Way; state: string; code: string; kept?: string };
const comeBack = ({ way, state, code, kept }: Back) =>
  api.request('GET', `/api/user/login/${way}/callback?state=${state}&code=${code}`, {
    headers: kept === undefined ? {} : { cookie: kept },
  });

async function goThrough(way: Way, destination?: string) {
  const { redirectUrl, kept } = await start(way, destination);
  return comeBack({ way, kept, ...double.agree(redirectUrl, ada) });
}

const written = async () => [
  await api.db.select().from(users),
  await api.db.select().from(identities),
  await api.db.select().from(sessions),
];

it.each([
  ['google', 'https://accounts.google.com', '1001'],
  ['github', 'https://github.com', '2001'],
] as const)('signs in by %s and back, without a popup', async (way, issuer, subject) => {
  const answered = await goThrough(way, '/account/submit?from=header');

  expect([answered.status, answered.headers.get('location')]).toEqual([303, '/account/submit?from=header']);
  const token = /encrypted_token=([^;]+)/.exec(answered.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const headers = { accessToken: `Bearer ${token}` };
  expect(await api.request('GET', '/api/user/private/getProtectedUserInfo', { headers })).toMatchObject({
    body: { user: { name: 'Ada Lovelace', email: 'ada@example.com' } },
  });
  expect(await api.db.select().from(identities)).toMatchObject([{ issuer, subject, isEmailVerified: true }]);
});

it('is the same member as by the popup', async () => {
  await goThrough('google');
  const { provider, idToken, providerToken } = await double.popup('google.com', ada);
  await api.request('POST', '/api/user/login/from-firebase', {
    headers: { accessToken: `Bearer ${providerToken}` },
    body: { provider, idToken },
  });

  expect(await api.db.select().from(users)).toHaveLength(1);
  expect(await api.db.select().from(sessions)).toHaveLength(2);
});

it('asks for a code with PKCE and state, and keeps neither of them readable', async () => {
  const { redirectUrl, cookie } = await start('google');

  const asked = new URL(redirectUrl);
  const [attempt] = await api.db.select().from(signInAttempts);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
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
      .update(asked.searchParams.get('state') ?? '')
      .digest(),
  );
  expect(cookie).toMatch(
    /^sign_in_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
  );
});

describe('comes back to the site with a reason, and signs nobody in', () => {
  const refuses = async (answered: { status: number; headers: Headers }, reason: string) => {
    expect([answered.status, answered.headers.get('location')]).toEqual([303, `/?loginFailure=${reason}`]);
    expect(answered.headers.get('set-cookie') ?? '').not.toContain('encrypted_token');
    expect(await written()).toEqual([[], [], []]);
  };

  it('in a browser that did not begin it', async () => {
    const { redirectUrl } = await start('google');
    const other = await start('google');

    await refuses(await comeBack({ way: 'google', ...double.agree(redirectUrl, ada) }), 'expired');
    const again = await start('google');
    await refuses(
      await comeBack({ way: 'google', kept: other.kept, ...double.agree(again.redirectUrl, ada) }),
      'expired',
    );
  });

  it('after ten minutes', async () => {
    const { redirectUrl, kept } = await start('google');
    const agreed = double.agree(redirectUrl, ada);
    api.clock.now = new Date(testNow.getTime() + 10 * 60_000);

    await refuses(await comeBack({ way: 'google', kept, ...agreed }), 'expired');
  });

  it("at the other provider's address", async () => {
    const { redirectUrl, kept } = await start('google');

    await refuses(await comeBack({ way: 'github', kept, ...double.agree(redirectUrl, ada) }), 'expired');
  });

  it('with a state of its own making', async () => {
    const { redirectUrl, kept } = await start('google');
    const { code } = double.agree(redirectUrl, ada);

    await refuses(await comeBack({ way: 'google', kept, code, state: 'x'.repeat(43) }), 'expired');
  });

  it('with the code of another attempt', async () => {
    const first = await start('google');
    const second = await start('google');
    const { code } = double.agree(first.redirectUrl, ada);
    const { state } = double.agree(second.redirectUrl, ada);

    await refuses(await comeBack({ way: 'google', kept: second.kept, code, state }), 'refused');
  });

  it('when the person says no at the provider', async () => {
    const { redirectUrl, kept } = await start('google');
    const { state } = double.agree(redirectUrl, ada);

    await refuses(
      await api.request('GET', `/api/user/login/google/callback?error=access_denied&state=${state}`, {
        headers: { cookie: kept },
      }),
      'cancelled',
    );
  });

  it('when the provider does not answer', async () => {
    const { redirectUrl, kept } = await start('google');
    const agreed = double.agree(redirectUrl, ada);
    double.faults.add('/google/token');

    await refuses(await comeBack({ way: 'google', kept, ...agreed }), 'unavailable');
  });
});

it('comes back once', async () => {
  const { redirectUrl, kept } = await start('google');
  const agreed = double.agree(redirectUrl, ada);
  await comeBack({ way: 'google', kept, ...agreed });

  const again = await comeBack({ way: 'google', kept, ...agreed });

  expect(again.headers.get('location')).toBe('/?loginFailure=expired');
  expect(await api.db.select().from(sessions)).toHaveLength(1);
});

it('names the provider to link from when the address has an account already', async () => {
  await goThrough('google');
  const before = await written();

  const refused = await goThrough('github');

  expect(refused.headers.get('location')).toBe('/?loginFailure=link-to-google');
  expect(await written()).toEqual(before);
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
])('leads from the destination %j to %s', async (destination, location) => {
  expect((await goThrough('google', destination)).headers.get('location')).toBe(location);
});

it('says that it is not set up where there is no client secret', async () => {
  hasGoogleSecret = false;

  const { status, body } = await start('google');

  expect(status).toBe(503);
  expect(body).toMatchObject({
    code: 'unavailable',
    message: 'Sign-in with Google works only in a popup on this site. Please allow the popup.',
  });
  expect(await api.db.select().from(signInAttempts)).toEqual([]);
});

it('refuses the twenty-sixth start of an address within five minutes', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 26; index += 1) statuses.push((await start('google')).status);

  expect(statuses.slice(-2)).toEqual([200, 429]);
});
