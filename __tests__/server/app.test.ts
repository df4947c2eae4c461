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

it('answers an unknown call in the envelope, with the id that the header carries', async () => {
  const { status, headers, body } = await api.request('GET', '/api/nothing');

  expect(status).toBe(404);
  expect(body).toEqual({
    isError: true,
    code: 'not_found',
    message: 'There is no such call.',
    requestId: headers.get('x-request-id'),
  });
});

it('never tells what went wrong inside', async () => {
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

it('lets the configured origins call, and no other', async () => {
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

it('draws the tile of a name, safe to show as it is', async () => {
  const { status, headers, text } = await api.request(
    'GET',
    `/api/tiles/${encodeURIComponent('<script>&"Ω')}.svg`,
  );

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=UTF-8');
  expect(text).toMatch(/^<svg /);
  expect(text).not.toContain('<script>');
});
