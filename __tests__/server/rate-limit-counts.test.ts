import { CALLS } from '@/lib/contract/calls';
import { createApp } from '@/server/app';
import { buildProduct } from '../setup/build';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';
import { until } from '../setup/until';

/** What counts against a limit. Uses limits of both kinds: per process and in the database. */
const api = setUpTestApp();

const subscribe = (remoteAddress: string, { email = 'ada@x.example', headers = {} } = {}) =>
  api.request('POST', '/api/newsletter/subscribe', { body: { email }, headers, remoteAddress });
const search = (query: string, remoteAddress = '192.0.2.1') =>
  api.request('POST', '/1/indexes/tool-fyi/query', { body: { query }, remoteAddress });
const statusesOf = (answers: readonly { status: number }[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const moveClock = (ms: number) => {
  api.clock.now = new Date(testNow.getTime() + ms);
};

it('tells what is left of the limits of a call, also to pages of other origins', async () => {
  const { headers } = await buildSignedInUser(api);
  const { id } = await buildProduct(api.db);

  const answer = await api.request('PUT', `/api/user/private/upvotes/${id}`, {
    headers: { ...headers, origin: 'http://localhost:3000' },
    remoteAddress: '192.0.2.1',
  });

  expect(answer.headers.get('ratelimit-policy')).toBe(
    '"upvoteByUser";q=30;w=60, "upvoteByUserPerDay";q=200;w=86400, "upvoteByAddress";q=300;w=3600',
  );
  expect(answer.headers.get('ratelimit')).toBe(
    '"upvoteByUser";r=29;t=60, "upvoteByUserPerDay";r=199;t=86400, "upvoteByAddress";r=299;t=3600',
  );
  expect(answer.headers.get('access-control-expose-headers')).toBe(
    'api-version,deprecation,etag,link,ratelimit,ratelimit-policy,retry-after,sunset,x-request-id',
  );
});

it('tells no quota of one client in responses that shared caches store', async () => {
  for (const path of ['/api/products', '/api/tags', '/api/openapi.json']) {
    const { status, headers } = await api.request('GET', path, { remoteAddress: '192.0.2.1' });
    expect([path, status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([
      path,
      200,
      null,
      null,
    ]);
  }
});

it('counts no call that it refuses', async () => {
  const { headers } = await buildSignedInUser(api);
  const { id } = await buildProduct(api.db);
  const upvote = () => api.request('PUT', `/api/user/private/upvotes/${id}`, { headers });
  for (let count = 0; count < 60; count += 1) await upvote();
  moveClock(60_000);

  expect((await upvote()).headers.get('ratelimit')).toContain('"upvoteByUserPerDay";r=169;');
});

it('counts no call that fails through a fault of the server', async () => {
  const { headers } = await buildSignedInUser(api);
  const broken = createApp(
    {
      ...api.deps(),
      images: { ...api.deps().images, write: () => Promise.reject(new Error('The disk is full')) },
    },
    { basePath: '/api' },
  );
  const upload = (app: ReturnType<typeof createApp>) => {
    const body = new FormData();
    body.set('file', new File([png], 'a.png', { type: 'image/png' }));
    return app.request('/api/user/private/images', { method: 'POST', headers, body });
  };
  const left = async () => {
    const { quotas } = await api.deps().rateLimits.count([{ limit: 'uploadByUser', key: '1' }]);
    return quotas[0]?.remaining;
  };
  expect(await left()).toBe(9);

  expect((await upload(broken)).status).toBe(500);

  await until(async () => {
    const { rows } = await api.pool.query<{ points: number }>('SELECT points FROM rate_limits');
    return rows[0]?.points === 1;
  });
  expect(await left()).toBe(8);
});
/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('counts no invalid subscription', async () => {
  const invalid = [];
  for (let count = 0; count < 6; count += 1) invalid.push(await subscribe('192.0.2.1', { email: 'ada' }));
  await until(async () => {
    const { rows } = await api.pool.query<{ points: number }>('SELECT points FROM rate_limits');
    return rows[0]?.points === 0;
  });

  expect(statusesOf(invalid)).toEqual({ 400: 6 });
  expect((await subscribe('192.0.2.1')).headers.get('ratelimit')).toContain('"newsletterByAddress";r=4;');
});

it('counts the requests to every route that is no call, except probes and metrics', async () => {
  const calls = CALLS.map(({ method, path }) => `${method.toUpperCase()} /api${path}`);
  const files: Record<string, string> = { feed: 'feed.xml', sitemap: 'sitemap-tags-1.xml', data: 'index.md' };
  const routes = new Set(
    createApp(api.deps(), { basePath: '/api' })
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !calls.includes(route) && !/\/(?:healthz|readyz|metrics)$/.test(route)),
  );
  for (const route of routes) {
    const [method = '', path = ''] = route
      .replace(/:\w+\{\W*(\w+).*/, (_, kind: string) => files[kind] ?? 'key-of-indexnow.txt')
      .replace(/:\w+\??/g, 'x')
      .split(' ');
    await api.request(method, path, { remoteAddress: '192.0.2.1' });
  }

  const { quotas } = await api.deps().rateLimits.count([{ limit: 'requestByAddress', key: '192.0.2.1' }]);
  expect(routes.size).toBeGreaterThan(10);
  expect(quotas[0]?.remaining).toBe(1_800 - routes.size - 1);
});

describe('searches', () => {
  it('are limited to 60 in any 5 seconds', async () => {
    const searchTimes = async (count: number, label: string) => {
      const answers = [];
      for (let index = 0; index < count; index += 1) answers.push(await search(`${label} ${index}`));
      return statusesOf(answers);
    };

    expect(await searchTimes(30, 'first')).toEqual({ 200: 30 });
    moveClock(4_000);
    expect(await searchTimes(31, 'second')).toEqual({ 200: 30, 429: 1 });
    moveClock(4_999);
    expect(await searchTimes(1, 'third')).toEqual({ 429: 1 });
    moveClock(5_000);
    expect(await searchTimes(31, 'fourth')).toEqual({ 200: 30, 429: 1 });
    expect((await search('by another client', '192.0.2.2')).status).toBe(200);
  });

  it('do not count when the response cache has the answer', async () => {
    const answers = [];
    for (let count = 0; count < 59; count += 1) await search(`figgle ${count}`);
    await search('figgle');
    for (let count = 0; count < 100; count += 1) answers.push(await search('figgle'));

    expect(statusesOf(answers)).toEqual({ 200: 100 });
    expect((await search('another')).status).toBe(429);
  });

  it('of pages that this process renders are not limited', async () => {
    const answers = [];
    for (let count = 0; count < 61; count += 1) {
      answers.push(await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: `a ${count}` } }));
    }

    expect(statusesOf(answers)).toEqual({ 200: 61 });
  });
});
