import type { Call } from '@/lib/contract/call';
import { CALLS, OPEN_CALLS } from '@/lib/contract/calls';
import { listTagsCall } from '@/lib/contract/tag';
import { createApp } from '@/server/app';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const origin = 'https://elsewhere.example';

async function corsOf(method: string, path: string, asked: string) {
  const headers = {
    origin,
    ...(method === 'OPTIONS' && { 'access-control-request-method': asked }),
  };
  const answer = await api.request(method, path, { headers });
  return {
    origin: answer.headers.get('access-control-allow-origin'),
    credentials: answer.headers.get('access-control-allow-credentials'),
    methods: answer.headers.get('access-control-allow-methods'),
    headers: answer.headers.get('access-control-allow-headers'),
  };
}

it('lets pages of any origin read what is public, without credentials, and nothing else', async () => {
  const open = { origin: '*', credentials: null, methods: null, headers: null };
  const files = [
    '/feed.xml',
    '/tag/x/feed.json',
    '/data/products.csv',
    '/index.md',
    '/tool/x.md',
    '/llms.txt',
    '/sitemap.xml',
  ];
  const paths = [
    ...OPEN_CALLS.map(({ path }) => `/api${path.replace(/:\w+/g, 'x')}`),
    '/api/openapi.json',
    ...files,
  ];
  for (const path of paths) {
    expect([path, await corsOf('GET', path, 'GET')]).toEqual([path, open]);
    expect([path, await corsOf('OPTIONS', path, 'GET')]).toEqual([
      path,
      { ...open, methods: 'GET,HEAD', headers: 'api-version,originUrl' },
    ]);
    expect((await corsOf('OPTIONS', path, 'POST')).origin).toBeNull();
  }
  for (const call of CALLS.filter((each) => !OPEN_CALLS.includes(each))) {
    const path = `/api${call.path.replace(/:\w+/g, 'x')}`;
    // A path may have both: a call that is open and one that is not.
    if (OPEN_CALLS.some((each) => each.path === call.path)) continue;
    expect([path, (await corsOf('OPTIONS', path, call.method.toUpperCase())).origin]).toEqual([path, null]);
  }
  for (const path of ['/listed', '/metrics', '/healthz', '/api/dev/outbox'])
    expect([path, (await corsOf('GET', path, 'GET')).origin]).toEqual([path, null]);
  const withSession = await api.request('GET', '/api/tags', { headers: { origin, accessToken: 'Bearer x' } });
  expect(withSession.headers.get('access-control-allow-origin')).toBeNull();
});

it('names the version of each answer, and refuses one that it does not know', async () => {
  const { headers } = await api.request('GET', '/api/tags');
  expect([headers.get('api-version'), headers.get('vary')]).toEqual(['2026-11-01', 'Origin, API-Version']);
  expect(await api.request('GET', '/api/tags', { headers: { 'api-version': '2026-11-01' } })).toMatchObject({
    status: 200,
  });
  for (const version of ['2999-01-01', '1', ''])
    for (const path of ['/api/tags', '/api/user/private/bookmarks'])
      expect(await api.request('GET', path, { headers: { 'api-version': version, origin } })).toMatchObject({
        status: 400,
        body: { message: "This version of the API doesn't exist. Known: 2026-11-01." },
      });
});

it('says of a call that is to go since when and until when', async () => {
  const call: Call = listTagsCall;
  const app = createApp(api.deps(), { basePath: '/api' });
  call.deprecation = { since: new Date('2026-11-01T00:00:00Z'), endsAt: new Date('2027-05-01T00:00:00Z') };
  const { headers } = await app.request('/api/tags?going');
  const openAPI: unknown = await (await app.request('/api/openapi.json')).json();
  delete call.deprecation;

  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
    '@1793491200',
    'Sat, 01 May 2027 00:00:00 GMT',
  ]);
  expect(openAPI).toMatchObject({ paths: { '/tags': { get: { deprecated: true } } } });
  // The cache in front of the server would send the answer without these headers.
  expect(api.deps().responseCache.find('/api/tags?going')).toBeUndefined();
  expect((await app.request('/api/tags')).headers.has('sunset')).toBe(false);
});
