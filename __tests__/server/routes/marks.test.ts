import { gunzipSync } from 'node:zlib';
import { markSheetURL } from '@/lib/contract/plain/image-url';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { createApp } from '@/server/app';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

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

it('draws up to ten tiles in one file, each under its index, and answers 404 for more or for too long a name', async () => {
  const sheet = (names: string[]) =>
    api.request(
      'GET',
      markSheetURL(
        names.map((name) => ({ name })),
        '/api',
      ),
    );
  const ten = Array.from({ length: 10 }, (_, index) => `Tool ${index}`);
  const longest = 'x'.repeat(PRODUCT_LIMITS.nameCharsMax);

  const { headers, text } = await sheet(['<script>,&"Ω', longest, ...ten.slice(2)]);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=UTF-8');
  expect(text.match(/<view id="m\d+" viewBox="0 \d+ 64 64"/g)).toHaveLength(10);
  expect(text).not.toContain('<script>');

  for (const names of [[], [''], [...ten, 'Tool 10'], [`${longest}x`]]) {
    expect((await sheet(names)).status).toBe(404);
  }
  expect((await api.request('GET', '/api/marks?of=n:%E0%A4')).status).toBe(404);
  expect((await api.request('GET', '/api/marks')).status).toBe(404);
});

it('draws a brand by its slug, also as earlier builds write the slug', async () => {
  const draw = async (items: string) => (await api.request('GET', `/api/marks?of=${items}`)).text;
  expect(await draw('react')).toBe(await draw('b:react'));
  expect(await draw('react')).not.toBe(await draw('n:react'));
});

it('lets caches keep a file of marks for a day, and a file without one of its icons for a minute', async () => {
  const cacheOf = async (items: string) =>
    (await api.request('GET', `/api/marks?of=${items}`)).headers.get('cache-control');
  expect(await cacheOf('n:Ada')).toBe('public, max-age=86400, stale-while-revalidate=604800');
  expect(await cacheOf(`n:Ada,i:${'x'.repeat(22)}`)).toBe('public, max-age=60');
});

it('compresses a file of marks, and answers 304 to a browser that has it', async () => {
  const ask = (headers: Record<string, string>) =>
    createApp(api.deps(), { basePath: '/api' }).request('/api/marks?of=react,typescript', { headers });
  const compressed = await ask({ 'accept-encoding': 'gzip, deflate, br' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  const { text } = await api.request('GET', '/api/marks?of=react,typescript');
  expect(gunzipSync(Buffer.from(await compressed.arrayBuffer())).toString()).toBe(text);
  expect((await ask({ 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();

  const known = await ask({ 'if-none-match': compressed.headers.get('etag') ?? '' });
  expect(known.status).toBe(304);
  expect(known.headers.get('cache-control')).toContain('max-age=86400');
});
