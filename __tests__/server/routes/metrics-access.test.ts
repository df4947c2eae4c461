import { setUpTestApp } from '../../setup/test-app';

const token = 'a-token-of-at-least-16-characters';
const settings: { env: { metricsToken?: string } } = { env: {} };
const api = setUpTestApp(() => settings.env);
beforeEach(() => {
  settings.env = { metricsToken: token };
});

const send = (path: string, { remoteAddress = '127.0.0.1', headers = {}, method = 'GET' } = {}) =>
  api.request(method, path, { remoteAddress, headers: { host: 'localhost:3000', ...headers } });

const bearer = { authorization: `Bearer ${token}` };
const far = '203.0.113.5';
it.each([
  ['over IPv4', 200, {}],
  ['over IPv6', 200, { remoteAddress: '::1' }],
  ['over IPv4 in IPv6', 200, { remoteAddress: '::ffff:127.0.0.1' }],
  ['from another machine', 404, { remoteAddress: far }],
  ['from a private network', 404, { remoteAddress: '10.0.0.5' }],
  [
    'from another machine that claims to be this one',
    404,
    { remoteAddress: far, headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['through a proxy on this machine', 404, { headers: { 'x-forwarded-for': far } }],
  ['through a proxy that hides the visitor', 404, { headers: { via: '1.1 proxy' } }],
  ['through a tunnel', 404, { headers: { 'cf-connecting-ip': far } }],
  ['for a foreign name of this machine', 404, { headers: { host: 'rebound.example' } }],
  ['without a connection, as pages call', 404, { remoteAddress: '' }],
  ['with the token', 200, { remoteAddress: far, headers: bearer }],
  ['with the token, through a proxy', 200, { headers: { ...bearer, 'x-forwarded-for': far } }],
  ['with another token', 404, { remoteAddress: far, headers: { authorization: `Bearer ${token}x` } }],
  [
    'with the start of the token',
    404,
    { remoteAddress: far, headers: { authorization: `Bearer ${token.slice(0, 16)}` } },
  ],
  ['with an empty token', 404, { remoteAddress: far, headers: { authorization: 'Bearer ' } }],
  [
    'with the token in another scheme',
    404,
    { remoteAddress: far, headers: { authorization: `Basic ${token}` } },
  ],
])('a request %s gets %d', async (_, status, request) => {
  const response = await send('/metrics', request);
  expect(response.status).toBe(status);
  if (status === 200) return;
  const unknown = await send('/no-such-call', request);
  const withoutId = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '');
  expect(withoutId(response)).toBe(withoutId(unknown));
});

it('takes no token where none is set', async () => {
  settings.env = {};
  for (const authorization of ['Bearer undefined', `Bearer ${token}`])
    expect((await send('/metrics', { remoteAddress: far, headers: { authorization } })).status).toBe(404);
  expect((await send('/metrics', { method: 'POST' })).status).toBe(404);
});
