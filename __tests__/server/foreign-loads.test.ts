import { sql } from 'drizzle-orm';
import { CALLS, inputSchemaOf } from '@/lib/contract/calls';
import { rateLimit } from '@/lib/contract/rate-limits';
import type { Count } from '@/server/limits/rate-limits';
import { loginRoutes } from '@/server/routes/sign-in/login';
import { loginPopupRoutes } from '@/server/routes/sign-in/login-popup';
import { newsletterRoutes } from '@/server/routes/newsletter';
import { setUpTestApp } from '../setup/test-app';

const counted: Count[] = [];
const github = {
  clientId: 'listgrove',
  clientSecret: 'secret',
  url: 'http://127.0.0.1:9',
  apiURL: 'http://127.0.0.1:9',
};
const api = setUpTestApp(
  { identity: { kind: 'oauth', github } },
  {
    rateLimits: {
      count(counts) {
        counted.push(...counts);
        return Promise.resolve({ quotas: [], fail: () => undefined });
      },
      countInTransaction: (_db, calls) => Promise.resolve(calls.map(() => [])),
    },
  },
);
beforeEach(() => void (counted.length = 0));

/** Every path that answers GET: of the contract, and of the routes beside it. */
const paths = [
  ...new Set([
    ...CALLS.flatMap(({ method, path }) => (method === 'get' ? path : [])),
    ...[loginRoutes, loginPopupRoutes, newsletterRoutes].flatMap(({ routes }) =>
      routes.flatMap(({ method, path }) => (method === 'GET' ? path : [])),
    ),
  ]),
];
const popup = {
  provider: 'github.com',
  state: 'a'.repeat(43),
  code_challenge: 'a'.repeat(43),
  origin: 'http://localhost:3000',
};
const query = new URLSearchParams({ ...popup, token: 'a'.repeat(43), code: 'a' }).toString();

const load = (path: string, headers: Record<string, string>) =>
  api.request('GET', `/api${path.replace(/:\w+/g, '1')}?${query}`, { remoteAddress: '203.0.113.5', headers });
const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

/** Changes with every row that is written. */
async function stateOfDatabase(): Promise<string> {
  const { rows } = await api.db.execute<{ name: string }>(
    sql`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const parts = rows.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) AS total, max(xmin::text::bigint) AS last FROM ${name}`,
  );
  return JSON.stringify((await api.db.execute(sql.raw(parts.join(' UNION ALL ')))).rows);
}

/** What the requests so far were counted under, as those of an address. */
const keysByAddress = () => [
  ...new Set(counted.flatMap(({ limit, key }) => (rateLimit(limit).by === 'address' ? key : []))),
];

/** The paths that start or finish a sign-in: they refuse other sites before they count. */
const refusing = [
  ...['google', 'github', 'oidc'].flatMap((way) => [`/user/login/${way}`, `/user/login/${way}/callback`]),
  '/user/login/popup',
];

it.each([
  ...[
    '/search.md?q=a',
    '/index.md',
    '/new.md',
    '/top/week.md',
    '/tag/react.md',
    '/tool/figgle.md',
    '/u/ada.md',
  ],
  ...[
    '/feed.xml',
    '/tag/react/feed.json',
    '/data/products.csv',
    '/og/site.png',
    '/1/indexes/tool-fyi?query=a',
  ],
])('GET %s, loaded by a page of another site, counts for other sites alone', async (path) => {
  await api.request('GET', path, { remoteAddress: '203.0.113.5', headers: image });
  expect(keysByAddress()).toEqual(['203.0.113.5 for other sites']);
  counted.length = 0;
  await api.request('GET', path, { remoteAddress: '203.0.113.5', headers: own });
  expect(keysByAddress()).toEqual(['203.0.113.5']);
});

it.each(paths)(
  'GET %s, loaded by a page of another site, changes nothing and counts for other sites',
  async (path) => {
    const before = await stateOfDatabase();
    for (const headers of [
      image,
      { ...image, 'sec-fetch-site': 'same-site' },
      { origin: 'https://other.example' },
    ])
      await load(path, headers);

    expect(await stateOfDatabase()).toBe(before);
    expect(keysByAddress()).toEqual(refusing.includes(path) ? [] : ['203.0.113.5 for other sites']);
  },
);

it.each(paths)('GET %s, asked by a page of the site or a program, counts for the visitor', async (path) => {
  const asked: Record<string, string>[] = [own, {}, { origin: 'http://localhost:3000' }];
  for (const headers of asked) await load(path, headers);
  expect(keysByAddress()).toEqual(['203.0.113.5']);
});

/** Calls that a form can make without a token that only an email contains. */
const openForms = CALLS.filter(
  ({ method, bodyTypes, body, query: asked, access }) =>
    method === 'post' &&
    access === 'anyone' &&
    bodyTypes.includes('application/x-www-form-urlencoded') &&
    ![body, asked].some((part) => JSON.stringify(inputSchemaOf(part)).includes('"token"')),
).map(({ path }) => path);

it.each(openForms)('POST %s refuses the form of another site, and takes that of a program', async (path) => {
  const send = (headers: Record<string, string>) =>
    api.request('POST', `/api${path.replace(/:\w+/g, '1')}`, {
      ...{ remoteAddress: '203.0.113.5', headers },
      body: new URLSearchParams({ email: 'ada@x.example' }),
    });
  const form = { ...visit, origin: 'https://other.example' };
  for (const headers of [form, { origin: 'https://other.example' }, image])
    expect((await send(headers)).status).toBe(403);
  expect(counted).toEqual([]);
  for (const headers of [own, {}]) expect((await send(headers)).status).not.toBe(403);
});

it('knows the forms that anyone may send', () => {
  expect(openForms.toSorted()).toEqual(['/contact', '/newsletter/subscribe', '/products/:id/reports']);
});

it.each(['google', 'github', 'oidc', 'popup'])(
  'refuses to start a sign-in with %s for another site',
  async (way) => {
    const asked: Record<string, string>[] = [
      image,
      visit,
      { ...visit, 'sec-fetch-dest': 'iframe' },
      { origin: 'null' },
      { ...visit, referer: 'https://other.example/' },
    ];
    for (const headers of asked) {
      expect((await load(`/user/login/${way}`, headers)).status).toBe(403);
    }
    expect(counted).toEqual([]);
  },
);

it('starts a sign-in for a page of the site on another host, whose popup has no Origin', async () => {
  const { status } = await load('/user/login/popup', { ...visit, referer: 'http://localhost:3000/' });
  expect(status).toBe(303);
});

it('starts a sign-in in the popup of a page on another host of this site that sends no Referer, and of no other site', async () => {
  const popup = { ...visit, 'sec-fetch-site': 'same-site', 'sec-fetch-user': '?1' };
  expect((await load('/user/login/popup', popup)).status).toBe(303);
  expect((await load('/user/login/popup', { ...popup, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

it('takes a callback that the provider sends the browser to, and none that a page loads', async () => {
  const callback = '/user/login/github/callback';
  expect((await load(callback, visit)).status).toBe(303);
  for (const headers of [image, { ...visit, 'sec-fetch-dest': 'iframe' }])
    expect((await load(callback, headers)).status).toBe(403);
});

it.each(['email', 'from-email', 'passkey', 'from-passkey'])(
  'refuses to sign in at /user/login/%s for pages of other sites, so that their limits are no second ones',
  async (way) => {
    const send = (headers: Record<string, string>) =>
      api.request('POST', `/api/user/login/${way}`, { remoteAddress: '203.0.113.5', headers, body: {} });
    expect(await send({ origin: 'https://elsewhere.example' })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('A page of another site') },
    });
    expect(counted.map(({ limit }) => limit)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(signIn|emailCode)ByAddress$/)]),
    );
    expect((await send({ origin: 'http://localhost:3000' })).text).not.toContain('A page of another site');
  },
);
