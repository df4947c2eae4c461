import { signInAttempts } from '@/server/db/sign-in-schema';
import { ada, random, setUpOAuthSite } from '../../setup/oauth-sign-in';
import { testNow } from '../../setup/test-app';

const oauth = setUpOAuthSite();
const { api, openPopup, returnTo, finishPopup, expectNobody } = oauth;

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
