import { users } from '@/server/db/schema';
import { identities, sessions, signInAttempts } from '@/server/db/schema/sign-in-schema';
import { pkceChallenge } from '@/server/base/token';
import { ada, codeIn, from, random, setUpOAuthSite } from '../../setup/oauth-sign-in';
import { walkThrough } from '../../setup/provider-browser';
import { testNow } from '../../setup/test-app';

const oauth = setUpOAuthSite();
const { api, site, callback, openPopup, returnTo, finishPopup, redeem, expectNobody } = oauth;

it('offers the providers that are configured, each with its popup', async () => {
  expect((await api.request('GET', '/api/user/login/identity')).body).toEqual({
    isError: false,
    identity: {
      kind: 'oauth',
      url: `${site}/api/user/login/popup`,
      providers: ['google', 'github', 'oidc'],
      oidcName: 'Example login',
    },
  });
});

it.each([
  ['google', (): string => oauth.issuer.config.issuerURL, '1001'],
  ['github', (): string => 'https://github.com', '2001'],
] as const)('signs in with %s in the popup', async (way, issuerOf, subject) => {
  const { end, code, verifier, state } = await finishPopup(way);

  expect(end.status).toBe(200);
  expect(end.text).toContain(`data-origin="${site}"`);
  expect(end.text).toContain(`data-state="${state}"`);
  expect(end.text).not.toMatch(/<script(?! *\n? *src)|ada@example/);
  expect(end.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  expect(end.headers.get('cache-control')).toBe('private, no-store');
  expect(end.headers.get('set-cookie')).not.toContain('encrypted_token');
  const signedIn = await redeem(way, code, verifier);
  expect(signedIn).toMatchObject({ status: 200, body: { redirectUrl: '/account/bookmarks' } });
  expect(signedIn.headers.get('set-cookie')).toContain('encrypted_token=');
  expect(await api.db.select().from(identities)).toMatchObject([
    { issuer: issuerOf(), subject, provider: `${way}.com`, email: 'ada@example.com', isEmailVerified: true },
  ]);
  // Once.
  expect(await redeem(way, code, verifier)).toMatchObject({ status: 401 });
  expect(await api.db.select().from(sessions)).toHaveLength(1);
});

it('signs in at a certified provider, in the popup and by redirect, as one account', async () => {
  const popup = await openPopup('oidc');
  const back = await walkThrough(popup.redirectUrl, '?person=1001', callback);
  const end = await returnTo('oidc', Object.fromEntries(back.searchParams), popup.cookie);
  expect(await redeem('oidc', codeIn(end.text), popup.verifier)).toMatchObject({ status: 200 });

  const path = '/api/user/login/oidc?destination=/support';
  const start = await api.request('GET', path, from);
  const redirectUrl = String(new Map(Object.entries(start.body ?? {})).get('redirectUrl'));
  const again = await walkThrough(redirectUrl, '?person=1001', callback);
  const cookie = start.headers.get('set-cookie')?.split(';')[0] ?? '';
  const returned = await returnTo('oidc', Object.fromEntries(again.searchParams), cookie);

  expect([returned.status, returned.headers.get('location')]).toEqual([303, '/support']);
  expect(returned.headers.get('set-cookie')).toContain('encrypted_token=');
  expect(await api.db.select().from(users)).toHaveLength(1);
  expect(await api.db.select().from(sessions)).toHaveLength(2);
});

it('says in the popup that consent was denied', async () => {
  const popup = await openPopup('oidc');
  const back = await walkThrough(popup.redirectUrl, '?deny', callback);
  const end = await returnTo('oidc', Object.fromEntries(back.searchParams), popup.cookie);

  expect(end.text).toContain('data-failure="The sign-in was cancelled."');
  await expectNobody();
});

it('asks with PKCE, state, nonce and the exact redirect URI, in a cookie of ten minutes', async () => {
  const { status, redirectUrl, headers } = await openPopup('google');

  const [attempt] = await api.db.select().from(signInAttempts);
  const asked = Object.fromEntries(new URL(redirectUrl).searchParams);
  expect(status).toBe(303);
  expect(asked).toEqual({
    response_type: 'code',
    client_id: oauth.issuer.config.clientId,
    redirect_uri: `${site}/api/user/login/google/callback`,
    scope: 'openid email profile',
    prompt: 'select_account',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: pkceChallenge(attempt?.verifier ?? ''),
    code_challenge_method: 'S256',
  });
  expect(headers.get('set-cookie')).toMatch(
    /^sign_in_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/api\/user\/login; HttpOnly; SameSite=Lax$/,
  );
});

describe('the code of a popup', () => {
  const expectRejected = async (response: Promise<{ status: number }>) => {
    expect(await response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    await expectNobody();
  };

  it('works with its verifier, its provider, within five minutes and unchanged alone', async () => {
    const { code, verifier } = await finishPopup('google');

    await expectRejected(redeem('google', code, random()));
    await expectRejected(redeem('github', code, verifier));
    await expectRejected(redeem('google', `${code.slice(0, -4)}AAAA`, verifier));
    await expectRejected(redeem('google', 'a.b.c.d.e', verifier));
    await expectRejected(redeem('google', verifier, code));
    api.clock.now = new Date(testNow.getTime() + 6 * 60_000);
    await expectRejected(redeem('google', code, verifier));
    api.clock.now = testNow;
    expect(await redeem('google', code, verifier)).toMatchObject({ status: 200 });
  });

  it('stays valid for linking, if the email already has an account', async () => {
    const first = await finishPopup('google');
    const signedIn = await redeem('google', first.code, first.verifier);
    const second = await finishPopup('github');
    expect(await redeem('github', second.code, second.verifier)).toMatchObject({
      status: 409,
      body: { fields: { linkTo: 'google.com' } },
    });

    const token = String(new Map(Object.entries(signedIn.body ?? {})).get('encrypted_token'));
    const linked = await api.request('POST', '/api/user/private/identities', {
      headers: { accessToken: `Bearer ${token}` },
      body: { provider: 'github.com', idToken: second.verifier, providerToken: second.code },
    });
    expect(linked).toMatchObject({ status: 200, body: { message: 'You can now sign in with Github.' } });
  });

  it('grants nothing for an email that the provider has not verified', async () => {
    const { code, verifier } = await finishPopup('google', { email_verified: false });
    await redeem('google', code, verifier);
    expect(await api.db.select().from(identities)).toMatchObject([{ isEmailVerified: false }]);
  });
});

it('finds the account that Firebase made', async () => {
  const { user } = await signInWithFirebase();
  const { code, verifier } = await finishPopup('github');
  await redeem('github', code, verifier);

  expect(await api.db.select().from(users)).toMatchObject([{ id: user.id }]);

  async function signInWithFirebase() {
    const now = testNow;
    const [created] = await api.db
      .insert(users)
      .values({ handle: 'ada', name: 'Ada', email: ada.email, createdAt: now })
      .returning({ id: users.id });
    if (!created) throw new Error('No user was created');
    await api.db.insert(identities).values({
      issuer: 'https://github.com',
      subject: '2001',
      userId: created.id,
      provider: 'github.com',
      email: ada.email,
      isEmailVerified: true,
      createdAt: now,
      lastUsedAt: now,
    });
    return { user: created };
  }
});

it('counts popups against the limit of sign-ins of an address', async () => {
  for (let count = 0; count < 25; count += 1) await openPopup('google');
  const refused = await openPopup('google');

  expect([refused.status, refused.redirectUrl]).toEqual([200, '']);
  expect(refused.text).toContain('Too many attempts. Try again in 5 minutes.');
  expect(await api.db.select().from(signInAttempts)).toHaveLength(25);
});
