import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as open } from 'node:http';
import { demo } from './addresses';
import { expect, test } from './site';

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request to a path exactly as it is written. */
async function send(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = open({
    host: '127.0.0.1',
    port: demo.port,
    path,
    method,
    headers: { host: `localhost:${demo.port}`, ...headers },
  });
  sent.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  let body = '';
  response.on('data', (chunk: Buffer) => (body += chunk.toString()));
  await once(response, 'end');
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

const brief = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10, stale-if-error=86400';
const minute = brief.replace('max-age=0', 'max-age=60');
const never = /^private,.* no-store/;

test('every answer says how long it may be cached, and none for longer than the next build', async () => {
  const { body } = await send('/');
  const script = /"(\/_next\/static\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
  for (const [path, expected] of [
    ['/', brief],
    ['/tool/react', brief],
    ['/search?q=react', brief],
    ['/terms', brief],
    ['/privacy', brief],
    ['/support', brief],
    ['/account/settings', brief],
    ['/favicon.svg', minute],
    ['/icons.svg', minute],
    [script, 'public, max-age=31536000, immutable'],
    ['/_next/static/no-such-file.js', never],
    ['/no-such-page', never],
    ['/tool/no-such-tool', never],
    ['/new?after=damaged', never],
    ['/newsletter?token=unknown', never],
    ['/tags/', never],
    ['/u/Ada-Birch', never],
    ['/%', never],
    ['/api/no-such-call', never],
    ['/healthz', never],
  ] as const) {
    const caching = (await send(path)).headers['cache-control'];
    if (typeof expected === 'string') expect(caching, path).toBe(expected);
    else expect(caching, path).toMatch(expected);
  }
});

test('pages answer GET and HEAD, and refuse every other method', async () => {
  expect((await send('/tags', { method: 'HEAD' })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    for (const path of ['/', '/account/settings', '/favicon.svg', '/no-such-page', '/_next/image']) {
      const { status, headers } = await send(path, { method });
      expect([status, headers.allow, headers['cache-control']], `${method} ${path}`).toEqual([
        405,
        'GET, HEAD',
        'private, no-store',
      ]);
    }
  }
});

test('no image is fetched or resized for a visitor', async () => {
  for (const query of [
    '',
    '?url=%2Ffavicon.svg&w=64&q=75',
    '?url=https%3A%2F%2Fevil.example%2Fx.png&w=64&q=75',
    '?url=%2F%2Fevil.example&w=x',
  ]) {
    expect((await send(`/_next/image${query}`)).status, query).toBe(404);
  }
});

const disguises: Record<string, string>[] = [
  {},
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { host: 'evil.example' },
];

test('no request is redirected to another host', async () => {
  const odd = [
    '//evil.example',
    '///evil.example/',
    '/\\evil.example',
    '/\\/evil.example/%2e%2e',
    '//evil.example/tags/',
    '/%5cevil.example/',
    '/%2f%2fevil.example/',
    '/.//evil.example/',
    '/tags//',
    '/tags/?next=//evil.example',
    '/https://evil.example/',
    '/u/Ada-Birch?after=//evil.example',
    '/u/%2F%2FEvil.example',
    '//evil.example/_next/data/x/tags.json',
  ];
  for (const path of odd) {
    for (const headers of disguises) {
      const { status, headers: answered } = await send(path, { headers });
      expect(status, path).toBeLessThan(500);
      if (answered.location !== undefined) expect(answered.location, path).toMatch(/^\/(?![/\\])/);
    }
  }
});

const foreign: Record<string, string> = {
  accept: 'text/x-component',
  'accept-language': 'de',
  cookie: 'encrypted_token=x; __prerender_bypass=x; __next_preview_data=x',
  forwarded: 'host=evil.example;proto=https',
  'next-action': 'x',
  'next-resume': '1',
  'next-router-prefetch': '1',
  'next-router-segment-prefetch': '/_tree',
  'next-router-state-tree': '%5B%5D',
  'next-url': '/evil',
  purpose: 'prefetch',
  rsc: '1',
  'sec-fetch-dest': 'image',
  'user-agent': 'Googlebot',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '1',
  'x-forwarded-proto': 'https',
  'x-http-method-override': 'DELETE',
  'x-invoke-error': '{}',
  'x-invoke-output': '/moderation',
  'x-invoke-path': '/moderation',
  'x-invoke-status': '500',
  'x-matched-path': '/moderation',
  'x-middleware-invoke': '1',
  'x-middleware-override-headers': 'host',
  'x-middleware-prefetch': '1',
  'x-middleware-rewrite': 'http://evil.example/',
  'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  'x-nextjs-data': '1',
  'x-now-route-matches': '1=x',
  'x-original-url': '/moderation',
  'x-prerender-revalidate': 'x',
  'x-rewrite-url': '/moderation',
};

function withoutDate({ headers, ...answer }: Awaited<ReturnType<typeof send>>) {
  const { date: _date, 'x-request-id': _id, ...others } = headers;
  return { ...answer, headers: others };
}

test('no header of a request changes a page, alone or with all others', async () => {
  const buildId = /"buildId":"([^"]+)"/.exec((await send('/')).body)?.[1] ?? '';
  const variations = [...Object.entries(foreign).map(([name, value]) => ({ [name]: value })), foreign];
  for (const path of [
    '/terms',
    '/tool/react',
    '/no-such-page',
    '/tags/',
    `/_next/data/${buildId}/tags.json`,
  ]) {
    for (const sent of variations) {
      // Tests that run at the same time upvote and bookmark, so the responses to two equal requests may differ.
      await expect(
        async () => {
          const plain = withoutDate(await send(path));
          expect(withoutDate(await send(path, { headers: sent }))).toEqual(plain);
        },
        `${path} with ${Object.keys(sent).join()}`,
      ).toPass({ timeout: 10_000 });
    }
  }
});
