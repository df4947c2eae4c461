import { createHash, randomBytes } from 'node:crypto';
import { fillDemo } from '@/server/cli/fill-demo';
import { users } from '@/server/db/schema';
import { localSignInCodes, sessions } from '@/server/db/schema/sign-in-schema';
import { DEMO_MEMBERS } from '@/server/identity/identity-local';
import { setUpTestApp, testNow } from '../../setup/test-app';

const settings = { env: {} };
const api = setUpTestApp(() => settings.env);
beforeEach(() => {
  settings.env = {};
});

const here = { headers: { host: 'localhost:3000' }, remoteAddress: '127.0.0.1' };
const random = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const signInRequest = (changes: Record<string, string> = {}) => ({
  provider: 'google.com',
  state: random(),
  code_challenge: challengeOf('verifier'),
  origin: 'http://localhost:3000',
  ...changes,
});
const openPage = (fields: Record<string, string>, from: object = here) =>
  api.request('GET', `/api/identity/local?${new URLSearchParams(fields).toString()}`, from);
const choose = (fields: Record<string, string>, from: object = here) =>
  api.request('POST', '/api/identity/local', { ...from, body: new URLSearchParams(fields) });
const signIn = (code: string, { provider = 'google.com', idToken = 'verifier', from = here } = {}) =>
  api.request('POST', '/api/user/login/from-firebase', {
    ...from,
    headers: { ...from.headers, accessToken: `Bearer ${code}` },
    body: { provider, idToken },
  });

async function createCode(changes: Record<string, string> = {}): Promise<string> {
  const { text } = await choose({ ...signInRequest(changes), account: 'ada-birch' });
  return /data-code="([\w-]{43})"/.exec(text)?.[1] ?? '';
}

it('shows the demo accounts in a page without inline script or style', async () => {
  const { status, text, headers } = await openPage(signInRequest());

  expect(status).toBe(200);
  expect(text).toContain('Sign in with Google');
  expect(text).toContain('value="ada-birch"');
  expect(text).not.toMatch(/<script(?! src)|<style|style=/);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; form-action http://localhost:3000; frame-ancestors 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(headers.get('cache-control')).toBe('private, no-store');
});

it.each([
  ['google.com', 'google', 'Sign in with Google', 'G'],
  ['github.com', 'github', 'Sign in with Github', 'G'],
])('looks like a page of %s', async (provider, look, title, letter) => {
  const { text } = await openPage(signInRequest({ provider }));

  expect(text).toContain(`<body class="${look}">`);
  expect(text).toContain(`<header><span aria-hidden="true">${letter}</span>${title}</header>`);
  const [shown = '', more = ''] = text.split('<details>');
  const count = (part: string) => part.split('<button').length - 1;
  expect([count(shown), count(more)]).toEqual([6, DEMO_MEMBERS.length - 6]);
  expect(more).toContain(`<summary>${DEMO_MEMBERS.length - 6} more</summary>`);
});

it('sends its code to the page that opened it, and the code signs the account in', async () => {
  const fields = { ...signInRequest(), account: 'ada-birch' };
  const { text } = await choose(fields);
  expect(text).toContain(`data-origin="http://localhost:3000"`);
  expect(text).toContain(`data-state="${fields.state}"`);

  const code = /data-code="([\w-]{43})"/.exec(text)?.[1] ?? '';
  expect(await signIn(code)).toMatchObject({ status: 200, body: { redirectUrl: '/account/bookmarks' } });

  expect(await api.db.select().from(users)).toMatchObject([
    { handle: 'ada-birch', email: 'ada-birch@demo.invalid', createdAt: new Date('2026-03-03T12:00:00.000Z') },
  ]);
});

it('offers the local provider to browsers on this machine only', async () => {
  const requestIdentity = (from: object) => api.request('GET', '/api/user/login/identity', from);
  const none = { status: 200, body: { isError: false, identity: { kind: 'none' } } };

  const offered = await requestIdentity(here);
  expect(offered.body).toEqual({
    isError: false,
    identity: { kind: 'local', url: 'http://localhost:3000/api/identity/local' },
  });
  expect(offered.headers.get('cache-control')).toBe('private, no-store');
  expect(await requestIdentity({ ...here, remoteAddress: '192.168.1.7' })).toMatchObject(none);
  expect(
    await requestIdentity({ ...here, headers: { ...here.headers, 'x-forwarded-for': '127.0.0.1' } }),
  ).toMatchObject(none);
  expect(await requestIdentity({ ...here, headers: { host: 'tools.example' } })).toMatchObject(none);
});

it('has an account at each provider, and does not merge them without a request', async () => {
  await signIn(await createCode());
  const other = await signIn(await createCode({ provider: 'github.com' }), { provider: 'github.com' });

  expect(other).toMatchObject({ status: 409, body: { fields: { linkTo: 'google.com' } } });
  expect(await api.db.select().from(users)).toHaveLength(1);
});

it('signs in the demo users with both providers after the demo data is loaded', async () => {
  await fillDemo(api.deps());
  for (const provider of ['google.com', 'github.com'] as const) {
    expect(await signIn(await createCode({ provider }), { provider })).toMatchObject({ status: 200 });
  }
  expect(await api.db.select().from(users)).toHaveLength(DEMO_MEMBERS.length);
});

it('leads through the redirect sign-in to the destination', async () => {
  const start = await api.request('GET', '/api/user/login/github?destination=/account/submit', here);
  const redirectUrl = String(new Map(Object.entries(start.body ?? {})).get('redirectUrl'));
  const cookie = start.headers.get('set-cookie')?.split(';')[0] ?? '';
  const query = Object.fromEntries(new URL(redirectUrl).searchParams);
  expect(redirectUrl).toMatch(/^http:\/\/localhost:3000\/api\/identity\/local\?/);

  const choice = await choose({ ...query, account: 'bo-fern' });
  const callbackURL = new URL(choice.headers.get('location') ?? '');
  expect(choice.status).toBe(303);
  const callback = await api.request('GET', callbackURL.pathname + callbackURL.search, {
    ...here,
    headers: { ...here.headers, cookie },
  });

  expect([callback.status, callback.headers.get('location')]).toEqual([303, '/account/submit']);
  expect(callback.headers.get('set-cookie')).toContain('encrypted_token=');
});

describe('a sign-in code', () => {
  const expectRejected = async (response: Promise<{ status: number }>) => {
    expect(await response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await api.db.select().from(users)).toEqual([]);
    expect(await api.db.select().from(sessions)).toEqual([]);
  };

  it('is stored as a hash', async () => {
    const code = await createCode();

    expect(await api.db.select().from(localSignInCodes)).toMatchObject([
      { codeHash: createHash('sha256').update(code).digest(), account: 'ada-birch' },
    ]);
  });

  it('is invalid after one attempt, even after a failed attempt', async () => {
    const code = await createCode();

    await expectRejected(signIn(code, { idToken: 'another verifier' }));
    await expectRejected(signIn(code));
  });

  it('works only once', async () => {
    const code = await createCode();
    expect(await signIn(code)).toMatchObject({ status: 200 });

    expect(await signIn(code)).toMatchObject({ status: 401 });
  });

  it('expires after 60 seconds', async () => {
    const code = await createCode();
    api.clock.now = new Date(testNow.getTime() + 60_000);

    await expectRejected(signIn(code));
  });

  it('works with one provider only', async () =>
    expectRejected(signIn(await createCode(), { provider: 'github.com' })));
  it('does not work if the server did not issue it', async () => expectRejected(signIn(random())));
});

it.each([
  ["an origin that is not the site's", { origin: 'http://localhost:4000' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an empty state', { state: '' }],
  ['an invalid challenge', { code_challenge: 'x' }],
  ['an unknown provider', { provider: 'facebook.com' }],
])('rejects %s', async (_, changes) => {
  expect(await openPage(signInRequest(changes))).toMatchObject({ status: 400 });
  expect(await choose({ ...signInRequest(changes), account: 'ada-birch' })).toMatchObject({ status: 400 });
  expect(await api.db.select().from(localSignInCodes)).toEqual([]);
});

it('rejects an account that is not a demo account', async () => {
  expect(await choose({ ...signInRequest(), account: 'root' })).toMatchObject({ status: 400 });
});

/** Requests that are not from this machine, and sites that are not in development. */
const unavailable: Record<
  string,
  { env?: object; headers?: Record<string, string>; remoteAddress?: string | undefined }
> = {
  'in production': { env: { appEnv: 'production' } },
  'at a public URL': { env: { siteURL: 'https://tools.example' } },
  'with a public origin': { env: { siteOrigins: ['http://localhost:3000', 'https://tools.example'] } },
  'with a product server elsewhere': { env: { serverURL: 'https://api.tools.example' } },
  'bound to all IPv4 addresses': { env: { host: '0.0.0.0' } },
  'bound to all IPv6 addresses': { env: { host: '::' } },
  'from another machine': { remoteAddress: '192.168.1.7' },
  'from another machine, IPv6': { remoteAddress: '2001:db8::7' },
  'from another machine, IPv4 mapped to IPv6': { remoteAddress: '::ffff:192.168.1.7' },
  'without a client address': { remoteAddress: undefined },
  'under a public host name': { headers: { host: 'tools.example' } },
  'under a public host name that starts with localhost': { headers: { host: 'localhost.evil.example' } },
  'under a public host name with the user localhost': { headers: { host: 'localhost@evil.example' } },
  'under an empty host name': { headers: { host: '' } },
  'from a page of another site': { headers: { host: 'localhost:3000', origin: 'https://evil.example' } },
  'from a page without an origin': { headers: { host: 'localhost:3000', origin: 'null' } },
  ...Object.fromEntries(
    ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'].map(
      (name) => [
        `through a proxy that sends ${name}`,
        { headers: { host: 'localhost:3000', [name]: '127.0.0.1' } },
      ],
    ),
  ),
};

describe('the local provider is not available', () => {
  it.each(Object.entries(unavailable))('%s', async (_, { env = {}, ...from }) => {
    const code = await createCode();
    settings.env = env;
    const request = { ...here, ...from };

    expect(await openPage(signInRequest(), request)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await choose({ ...signInRequest(), account: 'ada-birch' }, request)).toMatchObject({
      status: 404,
    });
    expect(
      await api.request('POST', '/api/user/login/from-firebase', {
        ...request,
        headers: { ...here.headers, ...request.headers, accessToken: `Bearer ${code}` },
        body: { provider: 'google.com', idToken: 'verifier' },
      }),
    ).toMatchObject({ status: 403 });
    expect(await api.request('GET', '/api/user/login/google', request)).toMatchObject({ status: 403 });
    expect(await api.db.select().from(users)).toEqual([]);
  });
});
