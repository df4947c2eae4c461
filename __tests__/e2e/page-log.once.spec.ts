import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { MARKERS } from '../setup/marked-input';
import { until } from '../setup/until';
import { expect, test } from './site';

const [MARKER] = MARKERS;
const line = z.object({
  msg: z.string(),
  requestId: z.optional(z.string()),
  route: z.optional(z.string()),
  status: z.optional(z.number()),
  err: z.optional(z.unknown()),
});

let child: ChildProcess;
let folder = '';
let url = '';
let output = '';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  // A worker that runs both halves of this file starts the site twice.
  output = '';
  folder = await mkdtemp(path.join(tmpdir(), 'page-log-'));
  child = spawn(process.execPath, ['--import', 'tsx', '__tests__/e2e/serve-failing-site.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
      TRUSTED_PROXY_HOPS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await until(() => /is ready at http/.test(output), { withinMs: 200_000, everyMs: 200 });
  url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
});

test.afterAll(async () => {
  child.kill('SIGTERM');
  await once(child, 'close');
  await rm(folder, { recursive: true, force: true });
});

/** The lines of a request, once that of the page at the route is there: calls that the page makes may end later. */
async function linesOf(requestId: string, page: string) {
  const find = () =>
    output
      .split('\n')
      .filter((text) => text.startsWith('{') && text.endsWith('}'))
      .map((text) => line.parse(JSON.parse(text)))
      .filter((parsed) => parsed.requestId === requestId);
  await until(() => find().some(({ msg, route }) => msg === 'request' && route === page));
  return find();
}

for (const [target, route] of [
  [`/tool/${MARKER}`, '/[noun]/[slug]'],
  [`/tag/${MARKER}`, '/tag/[slug]'],
  [`/u/${MARKER}`, '/u/[handle]'],
] as const) {
  test(`the log tells why ${route} failed, without what the visitor sent`, async () => {
    const response = await fetch(url + target, {
      headers: { 'x-request-id': MARKER, cookie: `encrypted_token=${MARKER}`, 'user-agent': MARKER },
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    const lines = await linesOf(requestId, route);

    expect(response.status).toBe(500);
    expect(await response.text()).toContain(requestId);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', route, status: 500 }));
    expect(JSON.stringify(lines.map(({ err }) => err))).toContain('"22P02"');
    expect(output).not.toContain(MARKER);
  });
}

test('the log tells why a search failed, without what the visitor sent', async () => {
  const response = await fetch(`${url}/search?q=${MARKER}`);
  const lines = await linesOf(response.headers.get('x-request-id') ?? '', '/search');

  // The page says that search is not available.
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', route: '/search', status: 503 }));
  expect(JSON.stringify(lines.map(({ err }) => err))).toContain('"22P02"');
  expect(output).not.toContain(MARKER);
});

test('the log has a line for a page that works, with the request id of the response', async () => {
  const response = await fetch(`${url}/tool/react?utm=${MARKER}`);
  const lines = await linesOf(response.headers.get('x-request-id') ?? '', '/[noun]/[slug]');
  expect(lines.map(({ route, status }) => [route, status])).toEqual(
    expect.arrayContaining([
      ['/[noun]/[slug]', 200],
      ['/api/products/:slug', 200],
    ]),
  );
});

test('a page keeps the request id of a trusted proxy if it is well-formed', async ({ request }) => {
  const idOf = async (given: string) =>
    (await request.get('/terms', { headers: { 'x-request-id': given } })).headers()['x-request-id'];
  expect(await idOf('1-abc.def:1')).toBe('1-abc.def:1');
  expect(await idOf('<script>')).toMatch(/^[0-9a-f-]{36}$/);
});
