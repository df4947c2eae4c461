import * as z from 'zod/mini';
import { signInAttempts } from '@/server/db/schema/sign-in-schema';
import { ada, from, random, setUpOAuthSite } from '../../setup/oauth-sign-in';
import { testNow } from '../../setup/test-app';

const oauth = setUpOAuthSite();
const { api, openPopup, returnTo, finishPopup, expectNobody } = oauth;

describe('SIGN_UP', () => {
  const domains = { signUp: { mode: 'domains' as const, domains: ['example.org'] } };
  const signIn = async (claims: Record<string, unknown> = {}) => {
    const { code, verifier } = await finishPopup('google', claims);
    return oauth.redeem('google', code, verifier);
  };
  const needsEmail = {
    status: 403,
    body: { code: 'forbidden', message: 'New accounts here need a verified email at example.org.' },
  };

  it.each([
    ['ada@example.com', true],
    ['ada@sub.example.org', true],
    ['ada@example.org.evil.example', true],
    ['ada@example.org', false],
  ])('with domains refuses a new account with the email %s, verified: %j', async (email, email_verified) => {
    oauth.settings.env = domains;
    expect(await signIn({ email, email_verified })).toMatchObject(needsEmail);
    await expectNobody();
  });

  it('with domains takes a verified email at one of them, and members as before', async () => {
    await signIn();
    oauth.settings.env = domains;
    expect(await signIn()).toMatchObject({ status: 200 });
    expect(await signIn({ sub: '1002', email: 'Bob@Example.org' })).toMatchObject({ status: 200 });
  });

  it('SIGN_UP=closed creates accounts for ADMIN_EMAILS alone, in the popup and by redirect', async () => {
    const closed = { signUp: { mode: 'closed' as const, domains: [] } };
    oauth.settings.env = closed;
    const refused = await signIn();
    expect(refused).toMatchObject({
      status: 403,
      body: {
        message: "This site isn't taking new accounts. If you have one, sign in the way you did before.",
      },
    });
    expect(refused.headers.get('set-cookie') ?? '').not.toContain('encrypted_token');
    const start = await api.request('GET', '/api/user/login/google', from);
    const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(start.body);
    const cookie = start.headers.get('set-cookie')?.split(';')[0] ?? '';
    const returned = await returnTo('google', oauth.issuer.agree(redirectUrl), cookie);
    expect(returned.headers.get('location')).toBe('/?loginFailure=sign-up-closed');
    await expectNobody();

    oauth.settings.env = { ...closed, adminEmails: ['ada@example.com'] };
    expect(await signIn({ email_verified: false })).toMatchObject({ status: 403 });
    expect(await signIn()).toMatchObject({ status: 200 });
  });
});

describe('ends in a sentence for the page behind the popup, and in no session:', () => {
  const refused = "We couldn't confirm the sign-in. Please try again.";
  const expired = '/?loginFailure=expired';

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example/' }],
    ['an expired token', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['no subject', { sub: undefined }],
    ['an endless subject', { sub: 'x'.repeat(256) }],
  ])('%s', async (_, claims) => {
    const { end } = await finishPopup('google', claims);
    expect(end.text).toContain(`data-failure="${refused.replace("'", '&#39;')}"`);
    await expectNobody();
  });

  it('a token that another key has signed', async () => {
    const { end, code } = await finishPopup('google', {}, { isForeignKey: true });
    expect([end.text.includes('data-failure='), code]).toEqual([true, '']);
    await expectNobody();
  });

  it.each(['google', 'github'] as const)('the code of another sign-in with %s (PKCE)', async (way) => {
    const [first, second] = [await openPopup(way), await openPopup(way)];
    const { code } =
      way === 'google' ? oauth.issuer.agree(first.redirectUrl) : oauth.github.agree(first.redirectUrl, ada);
    const state = new URL(second.redirectUrl).searchParams.get('state') ?? '';
    const end = await returnTo(way, { code, state }, second.cookie);
    expect(end.text).toContain('data-failure=');
    await expectNobody();
  });

  it('an unknown state, a replayed state, another browser, ten minutes', async () => {
    const popup = await openPopup('google');
    const answer = oauth.issuer.agree(popup.redirectUrl);
    const location = async (query: Record<string, string>, cookie: string) =>
      (await returnTo('google', query, cookie)).headers.get('location');

    expect(await location({ ...answer, state: random() }, popup.cookie)).toBe(expired);
    expect(await location(answer, (await openPopup('google')).cookie)).toBe(expired);
    expect(await location(answer, popup.cookie)).toBe(expired);
    const late = await openPopup('google');
    api.clock.now = new Date(testNow.getTime() + 10 * 60_000);
    expect(await location(oauth.issuer.agree(late.redirectUrl), late.cookie)).toBe(expired);
    await expectNobody();
  });

  it('a provider that is down, before and after the visit', async () => {
    const popup = await openPopup('google');
    oauth.issuer.faults.add('/token');
    const end = await returnTo('google', oauth.issuer.agree(popup.redirectUrl), popup.cookie);
    expect(end.text).toContain('Please try again in a minute.');

    oauth.issuer.faults.add('/.well-known/openid-configuration');
    const closed = await openPopup('google');
    expect([closed.status, closed.redirectUrl, closed.cookie]).toEqual([200, '', '']);
    expect(closed.text).toContain('Please try again in a minute.');
    oauth.issuer.faults.clear();
    expect((await openPopup('google')).status).toBe(303);
    await expectNobody();
  });

  it('a popup that no page of this site opened', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:3000.evil.example']) {
      expect(await openPopup('google', { origin })).toMatchObject({ status: 400, cookie: '' });
    }
    expect(await openPopup('google', { code_challenge: 'short' })).toMatchObject({ status: 400 });
    expect(await api.db.select().from(signInAttempts)).toEqual([]);
  });
});
