import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { failure } from '@/lib/contract/errors';
import { createFront } from '@/host/front';
import { createApp } from '@/server/app';
import { PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';
import { listPublicChanges } from '@/server/queries/public-changes';
import { createLogger } from '@/server/base/log';
import { buildProduct } from '../setup/build';
import { setUpReactionCalls } from '../setup/reaction-calls';
import { setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';

const api = setUpTestApp();
const reactions = setUpReactionCalls(api);
let server: Server;
/** The requests that have reached the product server. */
let asked: string[] = [];
let log: string[] = [];
let isDraining = false;

beforeEach(async () => {
  asked = [];
  log = [];
  isDraining = false;
  const publicChanges = new PublicChanges((since) => listPublicChanges(api.db, since));
  const logger = createLogger('info', { write: (line) => void log.push(line) });
  const responseCache = new ResponseCache(publicChanges, { ttlMs: 60_000 });
  const deps = { ...api.deps(), logger, publicChanges, responseCache };
  const app = createApp(deps, { basePath: '/api' });
  const fetchCounted = (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return app.fetch(request);
  };
  server = createServer(createFront({ deps, app: { fetch: fetchCounted }, isDraining: () => isDraining }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
}

const identity = { 'accept-encoding': 'identity' };
const changing = new Set(['date', 'x-request-id', 'etag', 'connection', 'keep-alive']);
const lasting = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !changing.has(name)));

it('a response that is unchanged is sent again, without asking the product server', async () => {
  const { slug } = await buildProduct(api.db, { name: 'Figgle' });
  for (const path of ['/api/products?sort=new', `/api/products/${slug}`, '/api/tags']) {
    asked = [];
    const first = await send(path, identity);
    const again = await send(path, identity);
    expect(asked).toEqual([`GET ${path.split('?')[0]}`]);
    expect(await again.text()).toBe(await first.text());
    expect([again.status, lasting(again)]).toEqual([first.status, lasting(first)]);
  }
});

it('a repeated response is compressed, has a tag, and answers HEAD', async () => {
  for (let count = 0; count < 20; count += 1) await buildProduct(api.db, {});
  const body = await (await send('/api/products')).text();
  const compressed = () => send('/api/products', { 'accept-encoding': 'br' });
  await until(async () => (await compressed()).headers.get('content-encoding') === 'br');
  asked = [];

  const response = await compressed();
  expect(await response.text()).toBe(body);
  expect(response.headers.get('vary')).toBe('Origin, API-Version, accept-encoding');
  expect(await (await send('/api/products', { 'accept-encoding': 'gzip' })).text()).toBe(body);
  expect(await (await send('/api/products', identity)).text()).toBe(body);
  const etag = response.headers.get('etag') ?? '';
  const unchanged = await send('/api/products', { 'if-none-match': etag });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  const head = await send('/api/products', identity, 'HEAD');
  expect([head.headers.get('content-length'), await head.text()]).toEqual([
    String(Buffer.byteLength(body)),
    '',
  ]);
  expect(asked).toEqual([]);
});

it('a change is shown by the next response after this process has learned of it', async () => {
  const { id } = await buildProduct(api.db, { name: 'Figgle' });
  const textOf = async (path: string) => (await send(path)).text();
  expect(await textOf('/api/products')).toContain('"upvoteCount":0');
  expect(await textOf('/api/products')).toContain('"upvoteCount":0');
  await reactions.add(await reactions.signedInUser(), 'upvotes', id);
  await until(async () => (await textOf('/api/products')).includes('"upvoteCount":1'));
  await buildProduct(api.db, { name: 'Newer' });
  await until(async () => (await textOf('/api/products')).includes('Newer'));
});

it.each([
  ['of a session', { accessToken: 'Bearer x' }, 'GET'],
  ['of a page of another origin', { origin: 'http://localhost:3000' }, 'GET'],
  ['with another method', {}, 'DELETE'],
])('a request %s is left to the product server', async (_kind, headers, method) => {
  await send('/api/products');
  await send('/api/products');
  asked = [];
  const { headers: answered } = await send('/api/products', headers, method);
  expect(asked).toEqual([`${method} /api/products`]);
  expect(answered.get('access-control-allow-origin')).toBe(
    'origin' in headers ? 'http://localhost:3000' : null,
  );
});

it('a failure is never repeated, because it contains the id of its request', async () => {
  const failures = [await send('/api/products/none'), await send('/api/products/none')];
  const ids = await Promise.all(
    failures.map(async (response) => z.parse(failure, await response.json()).requestId),
  );
  expect(new Set(ids)).toEqual(new Set(failures.map(({ headers }) => headers.get('x-request-id'))));
  expect(asked.length).toBe(2);
});

it('a repeated response has an id and a line in the log like any other', async () => {
  const { slug } = await buildProduct(api.db, {});
  await send(`/api/products/${slug}`);
  log = [];
  const { headers } = await send(`/api/products/${slug}`);
  await until(() => log.length === 1);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    requestId: headers.get('x-request-id'),
    method: 'GET',
    route: '/api/products/:slug',
    status: 200,
    msg: 'request',
  });
});

it('a repeated response closes the connection while the process drains', async () => {
  await send('/api/tags');
  isDraining = true;
  expect((await send('/api/tags')).headers.get('connection')).toBe('close');
  expect(asked).toEqual(['GET /api/tags']);
});
