import { sessions, signInAttempts } from '@/server/db/schema/sign-in-schema';
import { ada, codeIn, from, setUpOAuthSite } from '../../setup/oauth-sign-in';
import { testNow } from '../../setup/test-app';

const site = setUpOAuthSite();
const { api } = site;

/** Starts a sign-in in the whole window. */
async function start(destination = '/') {
  const path = `/api/user/login/github?destination=${encodeURIComponent(destination)}`;
  const { body, headers } = await api.request('GET', path, from);
  const redirectUrl = String(new Map(Object.entries(body ?? {})).get('redirectUrl'));
  return { redirectUrl, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const returnWith = (query: { code: string; state: string }, cookie: string) =>
  site.returnTo('github', { code: query.code, state: query.state }, cookie);

const seen = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  location: headers.get('location'),
  token: /encrypted_token=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1],
});

it.each(['one after the other', 'at the same time'])(
  'gives a callback that a browser repeats the same response, %s, and makes no second session',
  async (order) => {
    const { redirectUrl, cookie } = await start('/account/submit');
    const callback = site.github.agree(redirectUrl, ada);
    const first = returnWith(callback, cookie);
    if (order === 'one after the other') await first;
    const others = await Promise.all([returnWith(callback, cookie), returnWith(callback, cookie)]);

    expect(seen(await first)).toEqual({
      status: 303,
      location: '/account/submit',
      token: expect.any(String),
    });
    for (const again of others) expect(seen(again)).toEqual(seen(await first));
    // The browser keeps its secret for a minute.
    expect((await first).headers.get('set-cookie')).toMatch(/sign_in_\w+=[\w-]{43}; Max-Age=60;/);
    expect(await api.db.select().from(sessions)).toHaveLength(1);
  },
);

it('gives the popup that a browser loads again the same code, which signs in once', async () => {
  const popup = await site.openPopup('github');
  const { code, state } = site.github.agree(popup.redirectUrl, ada);
  const ends = [
    await returnWith({ code, state }, popup.cookie),
    await returnWith({ code, state }, popup.cookie),
  ];
  const [first = '', second] = ends.map(({ text }) => codeIn(text));

  expect(second).toBe(first);
  expect((await site.redeem('github', first, popup.verifier)).status).toBe(200);
  expect((await site.redeem('github', first, popup.verifier)).status).toBe(401);
});

it('gives a failure again', async () => {
  const { redirectUrl, cookie } = await start();
  const { state } = site.github.agree(redirectUrl, ada);
  const queries: Record<string, string>[] = [
    { state, error: 'access_denied' },
    { state, code: 'x' },
  ];
  for (const query of queries) {
    const response = await site.returnTo('github', query, cookie);
    expect(response.headers.get('location')).toBe('/?loginFailure=cancelled');
  }
});

it.each<[string, (cookie: string) => string | Promise<string>]>([
  ['of another browser', async () => (await start()).cookie],
  ['without the secret of the browser', () => ''],
  [
    'a minute later',
    (cookie) => {
      api.clock.now = new Date(testNow.getTime() + 60_000);
      return cookie;
    },
  ],
  [
    'after the member has signed out',
    async (cookie) => {
      await api.db.update(sessions).set({ revokedAt: testNow });
      return cookie;
    },
  ],
])('refuses the same callback %s', async (_, change) => {
  const { redirectUrl, cookie } = await start();
  const callback = site.github.agree(redirectUrl, ada);
  await returnWith(callback, cookie);

  const again = await returnWith(callback, await change(cookie));

  expect(seen(again)).toEqual({ status: 303, location: '/?loginFailure=expired', token: undefined });
  expect(await api.db.select().from(sessions)).toHaveLength(1);
});

it('stores the response for that browser alone', async () => {
  const { redirectUrl, cookie } = await start();
  const response = await returnWith(site.github.agree(redirectUrl, ada), cookie);
  const [attempt] = await api.db.select().from(signInAttempts);
  expect(attempt?.response).toMatch(/^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(attempt?.response).not.toContain(seen(response).token);
});
