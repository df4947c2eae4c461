import { createApp } from '@/server/app';
import { currentDeadlineMs } from '@/server/base/async-context';
import { CALLS, OPEN_CALLS } from '@/lib/contract/calls';
import { runWithRequestId } from '@/server/base/log';
import { VERSION } from '@/server/version';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();

it('is alive and ready, and not ready while it drains', async () => {
  expect(await api.request('GET', '/healthz')).toMatchObject({
    status: 200,
    body: { isError: false, version: VERSION },
  });
  expect(await api.request('GET', '/readyz')).toMatchObject({ status: 200 });

  const draining = createApp(api.deps(), { basePath: '/api', isDraining: () => true });

  expect((await draining.request('/healthz')).status).toBe(200);
  expect((await draining.request('/readyz')).status).toBe(503);
});

it('returns the error envelope with the id of the x-request-id header for an unknown endpoint', async () => {
  const { status, headers, body } = await api.request('GET', '/api/nothing');

  expect(status).toBe(404);
  expect(body).toEqual({
    isError: true,
    code: 'not_found',
    message: 'There is no such call.',
    reason: 'call.unknown',
    requestId: headers.get('x-request-id'),
  });
});

describe('the request id', () => {
  const idOf = async (hops: number, given: string) => {
    const env = { ...api.deps().env, trustedProxyHops: hops };
    const app = createApp({ ...api.deps(), env }, { basePath: '/api' });
    const { headers } = await app.request('/healthz', { headers: { 'x-request-id': given } });
    return headers.get('x-request-id');
  };
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  it.each(['1-67891233-abcdef012345678912345678', 'Root=1:x', 'a'.repeat(128), '7'])(
    'is %s, which a trusted proxy gave',
    async (given) => {
      expect(await idOf(1, given)).toBe(given);
      expect(await idOf(0, given)).toMatch(uuid);
    },
  );

  it.each(['', 'a'.repeat(129), 'a b', '<script>', 'a"b', 'é', 'a, b'])(
    'is a new one when a trusted proxy passes on %j',
    async (given) => {
      expect(await idOf(1, given)).toMatch(uuid);
    },
  );

  it('is that of the page for a call that the page makes within the process', async () => {
    const response = await runWithRequestId('id-of-the-page', () =>
      createApp(api.deps(), { basePath: '/api' }).request('/healthz'),
    );
    expect(response.headers.get('x-request-id')).toBe('id-of-the-page');
  });
});

it('returns an unexpected error without its message', async () => {
  const broken = createApp(
    {
      ...api.deps(),
      get db(): never {
        throw new Error('password=hunter2 at db.internal:5432');
      },
    },
    { basePath: '/api' },
  );

  const response = await broken.request('/api/tags');

  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ isError: true, code: 'internal' });
  expect(JSON.stringify([...response.headers])).not.toContain('hunter2');
});

describe('while every connection of the pool is in use', () => {
  afterEach(() => {
    api.pool.options.connectionTimeoutMillis = 10_000;
  });

  it.each([
    ['GET', '/api/tags', 'a query'],
    ['POST', '/api/newsletter/subscribe', 'a rate limit'],
    ['POST', '/1/indexes/tool-fyi/query', 'a search'],
  ])('returns 503 with Retry-After for %s %s (%s), and recovers', async (method, path) => {
    const body = path.includes('newsletter')
      ? new URLSearchParams({ email: 'ada@x.example', hp: '', list: '', subform: 'yes' })
      : { query: 'figgle' };
    const request = () => api.request(method, path, method === 'POST' ? { body } : {});
    const connections = await Promise.all(
      Array.from({ length: api.pool.options.max }, () => api.pool.connect()),
    );

    api.pool.options.connectionTimeoutMillis = 100;
    const overloaded = await request();
    for (const client of connections) client.release();

    expect([overloaded.status, overloaded.headers.get('retry-after')]).toEqual([503, '5']);
    expect(overloaded.headers.get('cache-control')).toBe('private, no-store');
    expect(overloaded.body).toMatchObject({
      message: "We're overloaded right now. Please try again in a few seconds.",
    });
    // A busy machine may need longer than the short limit above.
    api.pool.options.connectionTimeoutMillis = 10_000;
    expect((await request()).status).toBe(200);
  });
});

it.each([
  ['GET', '/api/tags', {}, true],
  ['HEAD', '/api/tags', {}, true],
  ['POST', '/1/indexes/tool-fyi/query', {}, true],
  ['GET', '/1/indexes/tool-fyi', {}, true],
  ['GET', '/api/tags', { accessToken: 'Bearer x' }, false],
  ['POST', '/api/newsletter/subscribe', {}, false],
])(
  '%s %s with the headers %j is a read, whose queries end together: %j',
  async (method, path, headers, isRead) => {
    const found = new Set<boolean>();
    const deps = api.deps();
    const watched = {
      ...deps,
      get db() {
        found.add(currentDeadlineMs() !== undefined);
        return deps.db;
      },
    };
    const body = path.startsWith('/1') ? '{}' : 'email=ada@x.example&hp=&list=&subform=yes';
    await createApp(watched, { basePath: '/api' }).request(path, {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(method === 'POST' && { body }),
    });
    expect([...found]).toEqual([isRead]);
  },
);

it('allows calls with a session from the configured origins only', async () => {
  const preflight = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const answer = await api.request('OPTIONS', '/api/products', { headers });
    return Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')));
  };

  expect(await preflight('http://localhost:3000')).toMatchObject({
    'access-control-allow-origin': 'http://localhost:3000',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
    'access-control-allow-headers': expect.stringContaining('accessToken'),
    'access-control-max-age': '86400',
  });
  const other = await preflight('https://evil.example');
  expect(other).not.toHaveProperty('access-control-allow-credentials');
  expect(other).toMatchObject({ 'access-control-allow-headers': 'api-version,originUrl' });
});

it('publishes each endpoint of the contract as OpenAPI 3.1, and leads to the page about it', async () => {
  const { body } = await api.request('GET', '/api/openapi.json');
  const { status, headers } = await api.request('GET', '/api/docs');
  expect([status, headers.get('location')]).toEqual([308, '/developers']);
  const { text } = await api.request('GET', '/developers.md');

  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000/api' }] });
  for (const { method, path } of CALLS) {
    expect(body).toHaveProperty(['paths', path.replace(/:(\w+)/g, '{$1}'), method]);
  }
  for (const { path } of OPEN_CALLS) expect(text).toContain(`GET ${path}`);
});

/** Routes that are not endpoints of the contract, and their audience. */
const otherRoutes = [
  // The public: pages, images and conventional routes.
  'GET /api/docs',
  'GET /api/openapi.json',
  // Where a mail program leads its user to unsubscribe.
  'GET /api/newsletter/one-click',
  'GET /api/staff-notices/one-click',
  'GET /api/marks',
  'GET /api/marks/:file',
  'GET /api/tiles/:file',
  'GET /.well-known/security.txt',
  'GET /robots.txt',
  'GET /llms.txt',
  'GET /:file{[A-Za-z0-9-]{8,128}\\.txt}',
  'GET /opensearch.xml',
  'GET /manifest.webmanifest',
  'GET /listed',
  'GET /badge/:noun/:file',
  'GET /embed/:noun/:slug',
  'GET /oembed',
  'GET /sitemap.xml',
  'GET /og/home.png',
  'GET /og/tag/:file',
  'GET /og/:noun/:file',
  'GET /sitemap-pages.xml',
  'GET /:file{sitemap-(products|tags|alternatives)-[1-9][0-9]{0,8}\\.xml}',
  ...['', '/top/:period', '/tag/:slug', '/u/:handle', '/search', '/moderation-log'].map(
    (list) => `GET ${list}/:file{(?:feed\\.xml|rss\\.xml|feed\\.json)}`,
  ),
  ...['products.jsonl', 'products.csv', 'awesome.md', 'votes.csv'].map((file) => `GET /data/${file}`),
  ...['days.txt', ':file{\\d{4}-\\d{2}-\\d{2}\\.csv}'].map((file) => `GET /data/votes/${file}`),
  'GET /:page{(?!data/|api/).+\\.md}',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /1/indexes/:index',
  'POST /1/indexes/:index/query',
  'POST /1/indexes/:index/facets/:facet/query',
  'POST /1/indexes/:index/queries',
  'GET /api/images/:key/:ending?',
  // A navigation of an admin, with a signed link.
  'GET /api/moderation/backups/downloads/:token',
  // A browser that returns from a provider, with the cookie of its sign-in.
  'GET /api/user/login/google/callback',
  'GET /api/user/login/github/callback',
  'GET /api/user/login/oidc/callback',
  // The popup of a site with clients at Google and Github; a limit counts it.
  'GET /api/user/login/popup',
  'GET /api/user/login/popup/popup.css',
  'GET /api/user/login/popup/popup.js',
  // Only this machine, in development and the demo.
  'GET /api/dev/outbox',
  'GET /api/identity/local',
  'POST /api/identity/local',
  'GET /api/identity/local/popup.css',
  'GET /api/identity/local/popup.js',
];

it('serves only the endpoints of the contract and the listed routes', () => {
  const calls = CALLS.map((call) => `${call.method.toUpperCase()} /api${call.path}`);
  const routes = createApp(api.deps(), { basePath: '/api' })
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);

  expect(
    [...new Set(routes)].filter((route) => !calls.includes(route) && !otherRoutes.includes(route)),
  ).toEqual([]);
  expect(calls.filter((route) => !routes.includes(route))).toEqual([]);
});
