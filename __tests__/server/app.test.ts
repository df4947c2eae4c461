import { createApp } from '@/server/app';
import { CALLS } from '@/lib/contract/calls';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();

it('is alive and ready, and not ready once it drains', async () => {
  expect(await api.request('GET', '/healthz')).toMatchObject({ status: 200 });
  expect(await api.request('GET', '/readyz')).toMatchObject({ status: 200 });

  const draining = createApp(api.deps(), { basePath: '/api', isDraining: () => true });

  expect((await draining.request('/healthz')).status).toBe(200);
  expect((await draining.request('/readyz')).status).toBe(503);
});

it('answers an unknown call with the error envelope and the id of the x-request-id header', async () => {
  const { status, headers, body } = await api.request('GET', '/api/nothing');

  expect(status).toBe(404);
  expect(body).toEqual({
    isError: true,
    code: 'not_found',
    message: 'There is no such call.',
    requestId: headers.get('x-request-id'),
  });
});

it('answers an unexpected error without its message', async () => {
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
  beforeEach(() => {
    api.pool.options.connectionTimeoutMillis = 100;
  });
  afterEach(() => {
    api.pool.options.connectionTimeoutMillis = 10_000;
  });

  it.each([
    ['GET', '/api/tags', 'a query'],
    ['POST', '/api/newsletter/subscribe', 'a rate limit'],
    ['POST', '/1/indexes/tool-fyi/query', 'a search'],
  ])('answers %s %s (%s) with 503 and Retry-After, and recovers', async (method, path) => {
    const body = path.includes('newsletter')
      ? new URLSearchParams({ email: 'ada@x.example', hp: '', list: '', subform: 'yes' })
      : { query: 'figgle' };
    const request = () => api.request(method, path, method === 'POST' ? { body } : {});
    const held = await Promise.all(Array.from({ length: api.pool.options.max }, () => api.pool.connect()));

    const refused = await request();
    for (const client of held) client.release();

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(refused.headers.get('cache-control')).toBe('private, no-store');
    expect(refused.body).toMatchObject({
      message: "We're overloaded right now. Please try again in a few seconds.",
    });
    expect((await request()).status).toBe(200);
  });
});

it('allows calls from the configured origins only', async () => {
  const preflight = async (origin: string) =>
    api.request('OPTIONS', '/api/products', { headers: { origin, 'access-control-request-method': 'GET' } });

  expect((await preflight('http://localhost:3000')).headers.get('access-control-allow-origin')).toBe(
    'http://localhost:3000',
  );
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  expect((await preflight('http://localhost:3000')).headers.get('access-control-allow-headers')).toContain(
    'accessToken',
  );
});

it('publishes every call of the contract as OpenAPI 3.1 and as a page', async () => {
  const { body } = await api.request('GET', '/api/openapi.json');
  const { text } = await api.request('GET', '/api/docs');

  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000/api' }] });
  for (const { method, path } of CALLS) {
    expect(body).toHaveProperty(['paths', path.replace(/:(\w+)/g, '{$1}'), method]);
    expect(text).toContain(`${method.toUpperCase()} ${path}`);
  }
});

it('draws the tile of a name as safe SVG', async () => {
  const { status, headers, text } = await api.request(
    'GET',
    `/api/tiles/${encodeURIComponent('<script>&"Ω')}.svg`,
  );

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=UTF-8');
  expect(text).toMatch(/^<svg /);
  expect(text).not.toContain('<script>');
});
