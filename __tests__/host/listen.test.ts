import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { listen } from '@/host/listen';

let server: Server;

beforeAll(async () => {
  server = await listen((req, res) => res.end(`${req.method} ${req.url}`), { host: '127.0.0.1', port: 0 });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The last 1,000 characters that the server sends to a connection that sends this text, until it closes the connection. */
async function exchange(sent: string): Promise<string> {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  const socket = connect(address.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    received = (received + part).slice(-1_000);
  });
  socket.write(sent);
  await once(socket, 'close');
  return received;
}

const requestWith = (headers: string) => `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
const headersOf = (count: number) => Array.from({ length: count }, (_, index) => `h${index}: x\r\n`).join('');

it('accepts 100 headers and refuses 101', async () => {
  expect(await exchange(requestWith(headersOf(98)))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await exchange(requestWith(headersOf(99)))).toMatch(/^HTTP\/1\.1 431 /);
});

it('accepts headers of 15 KiB and refuses 17 KiB', async () => {
  expect(await exchange(requestWith(`h: ${'x'.repeat(15 * 1024)}\r\n`))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await exchange(requestWith(`h: ${'x'.repeat(17 * 1024)}\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
});

const DAY_MS = 86_400_000;
const PATIENT = {
  headersMs: DAY_MS,
  requestMs: DAY_MS,
  responseMs: DAY_MS,
  idleMs: DAY_MS,
  checkEveryMs: 10,
};

test.each([
  ['headers that do not end', { headersMs: 50 }, 'GET / HTTP/1.1\r\nHost: x\r\n', /^HTTP\/1\.1 408 /],
  [
    'a body that does not end',
    { requestMs: 50, headersMs: 50 },
    'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12345678',
    /^HTTP\/1\.1 408 /,
  ],
  ['a response that does not come', { responseMs: 50 }, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n', /^$/],
  [
    'the download of a backup that does not come',
    { responseMs: 50 },
    'GET /api/moderation/backups/downloads/slow HTTP/1.1\r\nHost: x\r\n\r\n',
    /^$/,
  ],
  [
    'a connection that is idle',
    { idleMs: 50 },
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    /^HTTP\/1\.1 200 OK\r\n/,
  ],
])('ends %s', async (_, limits, sent, received) => {
  const patient = server;
  server = await listen(
    (req, res) => {
      if (!req.url?.endsWith('/slow')) res.end();
    },
    { host: '127.0.0.1', port: 0 },
    { ...PATIENT, ...limits },
  );
  expect(await exchange(sent)).toMatch(received);
  await new Promise((resolve) => server.close(resolve));
  server = patient;
});

test.each([
  ['lets the download of a backup go on while it arrives', '/api/moderation/backups/downloads/x', /end$/],
  ['ends another response, although it arrives', '/api/products', /x$/],
])('%s', async (_, path, received) => {
  const patient = server;
  const responseMs = 200;
  const part = 'x'.repeat(1024 * 1024);
  server = await listen(
    (_req, res) => {
      const endsAtMs = performance.now() + 4 * responseMs;
      const send = () => {
        while (performance.now() < endsAtMs) if (!res.write(part)) return void res.once('drain', send);
        res.end('end');
      };
      send();
    },
    { host: '127.0.0.1', port: 0 },
    { ...PATIENT, responseMs },
  );
  expect(await exchange(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(received);
  await new Promise((resolve) => server.close(resolve));
  server = patient;
});
