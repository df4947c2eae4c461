import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createFront } from '@/host/front';
import { createApp } from '@/server/app';
import { buildProduct } from '../setup/build';
import { photo, setUpImageCalls } from '../setup/image-calls';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const { signedInUser, createImage, processImages } = setUpImageCalls(api);
let server: Server;

/** Stands in for Next.js: says which target it was asked for. */
const pages: RequestListener = (req, res) => res.end(`page ${req.url}`);

async function serve(siteURL = 'http://localhost:3000') {
  const deps = { ...api.deps(), env: { ...api.deps().env, siteURL } };
  const app = createApp(deps, { basePath: '/api' });
  server = createServer(createFront({ deps, app, pages, isDraining: () => false }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
const address = () => {
  const given: AddressInfo | string | null = server.address();
  return typeof given === 'object' && given ? given.port : 0;
};

beforeEach(() => serve());
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a request as it is written, and returns the answer. */
async function send(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(address(), '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

/** The headers of every answer that no route overrides. */
const common = {
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const image = {
  'content-security-policy': `${common['content-security-policy']}; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
};

async function headersOf(path: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const { headers } = await fetch(`http://127.0.0.1:${address()}${path}`, init);
  return Object.fromEntries(headers);
}

describe('sets every security header and Cache-Control', () => {
  const brief = { 'cache-control': 'public, max-age=0, s-maxage=1' };
  const documentation = { 'cache-control': 'public, max-age=300' };
  it.each([
    ['a health check', '/healthz', {}, {}],
    ['a public call', '/api/products', {}, brief],
    ['a personal call', '/api/user/private/getProtectedUserInfo', {}, {}],
    ['an unknown call', '/api/no-such-call', {}, {}],
    ['a search', '/1/indexes/tool-fyi?query=x', {}, {}],
    ['a preflight', '/api/products', { method: 'OPTIONS' }, {}],
    ['the OpenAPI document', '/api/openapi.json', {}, documentation],
    [
      'a tile',
      '/api/tiles/React.svg',
      {},
      {
        ...image,
        'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
        'content-security-policy': `${image['content-security-policy']}; img-src data:`,
      },
    ],
    ['a missing image', `/api/images/${'A'.repeat(22)}`, {}, {}],
    ['a path of the pages', '/tags', {}, {}],
  ])('of %s', async (_kind, path, init, changes) => {
    expect(await headersOf(path, init)).toMatchObject({ ...common, ...changes });
  });

  it('of a card, which any site may show in a frame', async () => {
    await buildProduct(api.db, { slug: 'figgle' });
    const headers = await headersOf('/embed/tool/figgle');
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(await headersOf('/tool/embed/figgle')).toMatchObject({ 'x-frame-options': 'DENY' });
  });

  it('of the image of a member', async () => {
    const imageURL = await createImage(await signedInUser(), await photo());
    await processImages();
    expect(await headersOf(imageURL)).toMatchObject({
      ...common,
      ...image,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('of a site with https, which demands https', async () => {
    server.close();
    await serve('https://tools.example');
    expect(await headersOf('/api/products')).toHaveProperty('strict-transport-security', 'max-age=63072000');
  });
});

describe('checks which page a request asks for', () => {
  it('accepts a target with the host of the site', async () => {
    const { body } = await send('GET http://Localhost:3000/tags/?q=1 HTTP/1.1', 'Host: localhost:3000');
    expect(body).toContain('page /tags/?q=1');
    const bare = await send('GET http://localhost:3000?q=1 HTTP/1.1', 'Host: localhost:3000');
    expect(bare.body).toContain('page /?q=1');
  });

  it('passes a target with the host of the site on to the product server', async () => {
    await buildProduct(api.db, { name: 'Figgle' });
    const { status, body } = await send('GET http://x.example/api/products HTTP/1.1', 'Host: x.example');
    expect(status).toBe(200);
    expect(body).toContain('Figgle');
  });

  it.each([
    ['a target with another host', ['GET http://evil.example/tags/ HTTP/1.1', 'Host: localhost']],
    [
      'a target that only begins like the host',
      ['GET http://localhost@evil.example/ HTTP/1.1', 'Host: localhost'],
    ],
    ['two hosts', ['GET / HTTP/1.1', 'Host: localhost', 'Host: evil.example']],
    ['the same host twice', ['GET / HTTP/1.1', 'Host: localhost', 'host: localhost']],
    ['a host with a path', ['GET / HTTP/1.1', 'Host: localhost/evil.example']],
    ['a host with a user', ['GET / HTTP/1.1', 'Host: user@localhost']],
    ['an empty host', ['GET / HTTP/1.1', 'Host:']],
    ['no host, in HTTP/1.0', ['GET / HTTP/1.0']],
    ['an asterisk', ['GET * HTTP/1.1', 'Host: localhost']],
    ['an asterisk to an endpoint', ['OPTIONS * HTTP/1.1', 'Host: localhost']],
    ['a fragment', ['GET /tags#a HTTP/1.1', 'Host: localhost']],
  ])('answers 400 to %s, with all headers', async (_kind, lines) => {
    const { status, head, body } = await send(...lines);
    expect(status).toBe(400);
    expect(body).toContain('This request does not name one page of this host.');
    for (const [name, value] of Object.entries(common))
      expect(head.toLowerCase()).toContain(`${name}: ${value.toLowerCase()}`);
    expect(head).not.toMatch(/^location:/im);
  });

  it('ignores a request to change the protocol', async () => {
    const { status, body } = await send(
      'GET /tags HTTP/1.1',
      'Host: localhost',
      'Upgrade: websocket',
      'Connection: Upgrade',
    );
    expect(status).toBe(200);
    expect(body).toContain('page /tags');
  });
});

it('asks the product server for open data, llms.txt and Markdown, and the pages for everything else below /data', async () => {
  const get = (path: string) => send(`GET ${path} HTTP/1.1`, 'Host: localhost:3000');

  expect((await get('/data/products.csv')).head).toContain('content-type: text/csv');
  expect((await get('/llms.txt')).body).toContain('# Listgrove');
  expect((await get('/index.md?after=')).head).toContain('content-type: text/markdown');
  expect((await get('/data/other.csv')).body).toContain('page /data/other.csv');
});

it('asks the product server for the metrics if the request may read them, else the pages', async () => {
  const get = (...headers: string[]) => send('GET /metrics?x HTTP/1.1', ...headers);
  const read = await get('Host: localhost:3000');
  expect(read.head).toContain('content-type: text/plain; version=0.0.4; charset=utf-8');
  expect(read.body).toContain('listgrove_build_info');
  for (const header of ['X-Forwarded-For: 203.0.113.5', 'Via: 1.1 proxy', 'Authorization: Bearer guess'])
    expect((await get('Host: localhost:3000', header)).body).toContain('page /metrics?x');
  expect((await get('Host: tools.example')).body).toContain('page /metrics?x');
  expect((await send('GET /metrics/x HTTP/1.1', 'Host: localhost')).body).toContain('page /metrics/x');
});

it('passes every path of the product server to the product server', async () => {
  const paths = createApp(api.deps(), { basePath: '/api' })
    .routes.filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path))
    .map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/data/votes.csv', '/data/votes/days.txt']));
  for (const path of [...paths, '/data/votes/2026-06-01.csv'])
    expect((await send(`GET ${path} HTTP/1.1`, 'Host: localhost:3000')).body).not.toContain(`page ${path}`);
});
