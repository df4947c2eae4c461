import { createHash, randomBytes } from 'node:crypto';
import { fillDemo } from '@/server/cli/fill-demo';
import { localSignInCodes, sessions, users } from '@/server/db/schema';
import { readEnv } from '@/server/env';
import { DEMO_MEMBERS } from '@/server/identity/demo-members';
import { setUpTestApp, testNow } from '../../setup/test-app';

const settings = { env: {} };
const api = setUpTestApp(() => settings.env);
beforeEach(() => {
  settings.env = {};
});

const here = { headers: { host: 'localhost:3000' }, remoteAddress: '127.0.0.1' };
const random = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const asked = (changes: Record<string, string> = {}) => ({
  provider: 'google.com',
  state: random(),
  code_challenge: challengeOf('verifier'),
  origin: 'http://localhost:3000',
  ...changes,
});
const page = (fields: Record<string, string>, from: object = here) =>
  api.request('GET', `/api/identity/local?${new URLSearchParams(fields).toString()}`, from);
const choose = (fields: Record<string, string>, from: object = here) =>
  api.request('POST', '/api/identity/local', { ...from, body: new URLSearchParams(fields) });
const login = (code: string, { provider = 'google.com', idToken = 'verifier', from = here } = {}) =>
  api.request('POST', '/api/user/login/from-firebase', {
    ...from,
    headers: { ...from.headers, accessToken: `Bearer ${code}` },
    body: { provider, idToken },
  });

async function popup(changes: Record<string, string> = {}): Promise<string> {
  const { text } = await choose({ ...asked(changes), account: 'ada-birch' });
  return /data-code="([\w-]{43})"/.exec(text)?.[1] ?? '';
}

it('shows the demo accounts in a page without inline script or style', async () => {
  const { status, text, headers } = await page(asked());

  expect(status).toBe(200);
  expect(text).toContain('Sign in with Google');
  expect(text).toContain('value="ada-birch"');
  expect(text).not.toMatch(/<script(?! src)|<style|style=/);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action http://localhost:3000 http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cache-control')).toBe('private, no-store');
});

it('hands its code to the page that opened it, and signs that account in', async () => {
  const fields = { ...asked(), account: 'ada-birch' };
  const { text } = await choose(fields);
  expect(text).toContain(`data-origin="http://localhost:3000"`);
  expect(text).toContain(`data-state="${fields.state}"`);

  const code = /data-code="([\w-]{43})"/.exec(text)?.[1] ?? '';
  expect(await login(code)).toMatchObject({ status: 200, body: { redirectUrl: '/account/bookmarks' } });

  expect(await api.db.select().from(users)).toMatchObject([
    { handle: 'ada-birch', email: 'ada-birch@demo.invalid', createdAt: new Date('2026-03-03T12:00:00.000Z') },
  ]);
});

it('tells browsers of this machine where it is, and others that nobody can sign in', async () => {
  const offer = (from: object) => api.request('GET', '/api/user/login/identity', from);
  const none = { status: 200, body: { isError: false, identity: { kind: 'none' } } };

  const told = await offer(here);
  expect(told.body).toEqual({
    isError: false,
    identity: { kind: 'local', url: 'http://localhost:3000/api/identity/local' },
  });
  expect(told.headers.get('cache-control')).toBe('private, no-store');
  expect(await offer({ ...here, remoteAddress: '192.168.1.7' })).toMatchObject(none);
  expect(
    await offer({ ...here, headers: { ...here.headers, 'x-forwarded-for': '127.0.0.1' } }),
  ).toMatchObject(none);
  expect(await offer({ ...here, headers: { host: 'tools.example' } })).toMatchObject(none);
});

it('has an account at each provider, which are linked and never merged unasked', async () => {
  await login(await popup());
  const other = await login(await popup({ provider: 'github.com' }), { provider: 'github.com' });

  expect(other).toMatchObject({ status: 409, body: { fields: { linkTo: 'google.com' } } });
  expect(await api.db.select().from(users)).toHaveLength(1);
});

it("knows the demo's members at both providers from the start", async () => {
  await fillDemo(api.deps());
  for (const provider of ['google.com', 'github.com'] as const) {
    expect(await login(await popup({ provider }), { provider })).toMatchObject({ status: 200 });
  }
  expect(await api.db.select().from(users)).toHaveLength(DEMO_MEMBERS.length);
});

it('leads through the redirect way to the destination', async () => {
  const started = await api.request('GET', '/api/user/login/github?destination=/account/submit', here);
  const redirectUrl = String(new Map(Object.entries(started.body ?? {})).get('redirectUrl'));
  const kept = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  const query = Object.fromEntries(new URL(redirectUrl).searchParams);
  expect(redirectUrl).toMatch(/^http:\/\/localhost:3000\/api\/identity\/local\?/);

  const chosen = await choose({ ...query, account: 'bo-fern' });
  const back = new URL(chosen.headers.get('location') ?? '');
  expect(chosen.status).toBe(303);
  const landed = await api.request('GET', back.pathname + back.search, {
    ...here,
    headers: { ...here.headers, cookie: kept },
  });

  expect([landed.status, landed.headers.get('location')]).toEqual([303, '/account/submit']);
  expect(landed.headers.get('set-cookie')).toContain('encrypted_token=');
});

describe('a code', () => {
  const refuses = async (answered: Promise<{ status: number }>) => {
    expect(await answered).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await api.db.select().from(users)).toEqual([]);
    expect(await api.db.select().from(sessions)).toEqual([]);
  };

  it('is kept as a hash', async () => {
    const code = await popup();

    expect(await api.db.select().from(localSignInCodes)).toMatchObject([
      { codeHash: createHash('sha256').update(code).digest(), account: 'ada-birch' },
    ]);
  });

  it('has one try, even if that one is wrong', async () => {
    const code = await popup();

    await refuses(login(code, { idToken: 'another verifier' }));
    await refuses(login(code));
  });

  it('works once', async () => {
    const code = await popup();
    expect(await login(code)).toMatchObject({ status: 200 });

    expect(await login(code)).toMatchObject({ status: 401 });
  });

  it('waits 60 seconds', async () => {
    const code = await popup();
    api.clock.now = new Date(testNow.getTime() + 60_000);

    await refuses(login(code));
  });

  it('is for one provider', async () => refuses(login(await popup(), { provider: 'github.com' })));
  it('is not made up', async () => refuses(login(random())));
});

it.each([
  ["an origin that is not the site's", { origin: 'http://localhost:4000' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['no state', { state: '' }],
  ['a challenge that is none', { code_challenge: 'x' }],
  ['an unknown provider', { provider: 'facebook.com' }],
])('shows nothing to %s', async (_, changes) => {
  expect(await page(asked(changes))).toMatchObject({ status: 400 });
  expect(await choose({ ...asked(changes), account: 'ada-birch' })).toMatchObject({ status: 400 });
  expect(await api.db.select().from(localSignInCodes)).toEqual([]);
});

it("knows no account but the demo's", async () => {
  expect(await choose({ ...asked(), account: 'root' })).toMatchObject({ status: 400 });
});

/** Ways in which a request may pretend to be from this machine, or a site to be one of development. */
const strangers: Record<
  string,
  { env?: object; headers?: Record<string, string>; remoteAddress?: string | undefined }
> = {
  'in production': { env: { appEnv: 'production' } },
  'at a public address': { env: { siteURL: 'https://tools.example' } },
  'with a public origin': { env: { siteOrigins: ['http://localhost:3000', 'https://tools.example'] } },
  'with a product server elsewhere': { env: { serverURL: 'https://api.tools.example' } },
  'bound to every address': { env: { host: '0.0.0.0' } },
  'bound to every address, IPv6': { env: { host: '::' } },
  'from another machine': { remoteAddress: '192.168.1.7' },
  'from another machine, IPv6': { remoteAddress: '2001:db8::7' },
  'from another machine, mapped': { remoteAddress: '::ffff:192.168.1.7' },
  'without a connection': { remoteAddress: undefined },
  'under a public host name': { headers: { host: 'tools.example' } },
  'under a name that begins like a local one': { headers: { host: 'localhost.evil.example' } },
  'under a name with a local user': { headers: { host: 'localhost@evil.example' } },
  'under no name': { headers: { host: '' } },
  'from a page elsewhere': { headers: { host: 'localhost:3000', origin: 'https://evil.example' } },
  'from a page of no origin': { headers: { host: 'localhost:3000', origin: 'null' } },
  ...Object.fromEntries(
    ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'].map(
      (name) => [
        `through a proxy that says ${name}`,
        { headers: { host: 'localhost:3000', [name]: '127.0.0.1' } },
      ],
    ),
  ),
};

describe('is not there', () => {
  it.each(Object.entries(strangers))('%s', async (_, { env = {}, ...from }) => {
    const code = await popup();
    settings.env = env;
    const request = { ...here, ...from };

    expect(await page(asked(), request)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await choose({ ...asked(), account: 'ada-birch' }, request)).toMatchObject({ status: 404 });
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

describe('a configuration', () => {
  const firebase = {
    NEXT_PUBLIC_FIREBASE_API_KEY: 'key',
    NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'site.firebaseapp.com',
    NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'site',
    GOOGLE_CLIENT_IDS: 'one, two',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  };

  it('with Firebase has no local provider, whatever else it says', () => {
    for (const APP_ENV of ['development', 'demo', 'production']) {
      expect(readEnv({ ...firebase, APP_ENV }).identity.kind).toBe('firebase');
    }
  });

  it('of production without Firebase is refused in one sentence', () => {
    expect(() => readEnv({ APP_ENV: 'production' })).toThrow(
      /^Production needs Firebase for sign-in: set NEXT_PUBLIC_FIREBASE_API_KEY, .+\.$/,
    );
  });

  it('with a part of Firebase is refused, naming what is missing', () => {
    for (const missing of Object.keys(firebase)) {
      expect(() => readEnv({ ...firebase, APP_ENV: 'production', [missing]: '' })).toThrow(missing);
    }
  });

  it.each([
    { APP_ENV: undefined, NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.7' },
    { NEXT_PUBLIC_SITE_URL: 'https://tools.example' },
    { NEXT_PUBLIC_SITE_URL: 'http://localhost.evil.example' },
    { NEXT_PUBLIC_SERVER_URL: 'https://api.tools.example' },
    { SITE_ORIGINS: 'https://tools.example' },
  ])('of the demo with %j and the local provider is refused', (change) => {
    expect(() => readEnv({ APP_ENV: 'demo', LOCAL_IDENTITY: 'on', ...change })).toThrow(
      'LOCAL_IDENTITY lets anyone sign in with demo accounts',
    );
  });

  it('that asks for none of them serves visitors, and lets nobody sign in', () => {
    for (const given of [
      {},
      { NODE_ENV: 'production' },
      { APP_ENV: 'demo', LOCAL_IDENTITY: 'off' },
      { APP_ENV: 'demo', HOST: '0.0.0.0' },
    ]) {
      expect(readEnv(given).identity).toEqual({ kind: 'none' });
    }
  });

  it('of this machine alone has the local provider', () => {
    for (const APP_ENV of ['development', 'demo']) {
      expect(readEnv({ APP_ENV }).identity).toEqual({ kind: 'local' });
      expect(
        readEnv({ APP_ENV, LOCAL_IDENTITY: 'on', HOST: '::1', NEXT_PUBLIC_SITE_URL: 'http://127.0.0.1:3000' })
          .identity,
      ).toEqual({
        kind: 'local',
      });
    }
  });
});
