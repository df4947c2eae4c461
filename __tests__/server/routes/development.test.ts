import type { ServerEnv } from '@/server/config/env';
import { setUpTestApp } from '../../setup/test-app';

const changes: Partial<ServerEnv> = {};
const api = setUpTestApp(() => changes);
beforeEach(() => {
  for (const name of Object.keys(changes)) Reflect.deleteProperty(changes, name);
});

const here = { headers: { host: 'localhost:3000' }, remoteAddress: '127.0.0.1' };
const openOutbox = (request: typeof here = here) => api.request('GET', '/api/dev/outbox', request);

it('shows the outbox to the developer at this machine', async () => {
  expect(await openOutbox()).toMatchObject({ status: 200, body: { isError: false } });
  changes.identity = { kind: 'none' };
  expect((await openOutbox()).headers.get('cache-control')).toBe('private, no-store');
});

it.each<Partial<ServerEnv>>([
  { appEnv: 'production' },
  { host: '0.0.0.0' },
  { siteURL: 'https://tools.example' },
  { serverURL: 'https://api.tools.example' },
  { siteOrigins: ['https://tools.example'] },
  { smtp: { url: 'smtp://mail.example', from: 'hello@tools.example' } },
])('has no outbox with %j', async (change) => {
  Object.assign(changes, change);

  expect(await openOutbox()).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it.each([
  { ...here, remoteAddress: '192.168.1.7' },
  { ...here, remoteAddress: '::ffff:10.0.0.1' },
  { headers: { host: 'rebound.example:3000' }, remoteAddress: '127.0.0.1' },
  { headers: { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }, remoteAddress: '127.0.0.1' },
  { headers: { host: 'localhost:3000', via: '1.1 proxy' }, remoteAddress: '127.0.0.1' },
  { headers: { host: 'localhost:3000', origin: 'https://evil.example' }, remoteAddress: '127.0.0.1' },
])('has no outbox for the request %j', async (request) => {
  expect((await openOutbox(request)).status).toBe(404);
});
