import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { once } from 'node:events';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

/**
 * A web of hostile sites in a separate process, whose memory and CPU time do not count. Sends its ports to the parent,
 * and a message for every connection that reaches the canary.
 */
const zeros = Buffer.alloc(64 * 1024 * 1024);
const bombs = {
  gzip: gzipSync(zeros, { level: 9 }),
  deflate: deflateSync(zeros, { level: 9 }),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
} as const;
/** A compressed member of no bytes, which decompresses to nothing however often it is repeated. */
const emptyMembers = Buffer.concat(Array.from({ length: 2_000 }, () => gzipSync('')));

/** Writes the same bytes until the other side closes the connection, with a pause or as fast as they are read. */
function repeat(res: ServerResponse, bytes: Buffer | string, everyMs = 0): void {
  const { socket } = res;
  const write = () => {
    if (!socket || socket.destroyed) return;
    if (everyMs > 0) setTimeout(write, everyMs, socket.write(bytes));
    else if (socket.write(bytes)) setImmediate(write);
    else socket.once('drain', write);
  };
  socket?.on('error', () => undefined);
  write();
}

/** Begins a response. @param rest what follows the headers; by default the empty line that ends them. */
const begin = (res: ServerResponse, headers: readonly string[], rest = '\r\n') =>
  res.socket?.write(['HTTP/1.1 200 OK', 'content-type: text/html', ...headers, rest].join('\r\n'));

function sendBomb(res: ServerResponse, coding: keyof typeof bombs): void {
  begin(res, [`content-encoding: ${coding}`]);
  // Far more than the limit, whatever the compression ratio.
  for (let count = 0; count < 16; count += 1) res.socket?.write(bombs[coding]);
}

const attacks: Record<string, (res: ServerResponse, path: string[]) => void> = {
  page: (res) => res.end('<title>Fine</title>'),
  'gzip-bomb': (res) => sendBomb(res, 'gzip'),
  'deflate-bomb': (res) => sendBomb(res, 'deflate'),
  'br-bomb': (res) => sendBomb(res, 'br'),
  'gzip-nothing': (res) => {
    begin(res, ['content-encoding: gzip']);
    repeat(res, emptyMembers);
  },
  'endless-body': (res) => {
    begin(res, []);
    repeat(res, '<p>More</p>'.repeat(6_000));
  },
  'endless-chunk-extension': (res) => {
    begin(res, ['transfer-encoding: chunked'], '\r\n1;');
    repeat(res, 'x'.repeat(60_000));
  },
  'headers-100000': (res) => {
    const headers = Array.from({ length: 100_000 }, (_, index) => `x-${index}: ${index}`);
    begin(res, headers);
  },
  'endless-header': (res) => {
    begin(res, [], 'x-long: ');
    repeat(res, 'x'.repeat(60_000));
  },
  'endless-early-hints': (res) => repeat(res, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)),
  'endless-trailers': (res) => {
    begin(res, ['transfer-encoding: chunked'], '\r\n0\r\n');
    repeat(res, 'x-trailer: 1\r\n'.repeat(1_000));
  },
  'body-drip': (res) => {
    begin(res, []);
    repeat(res, 'x', 100);
  },
  'header-drip': (res) => {
    begin(res, [], '');
    repeat(res, 'x-more: 1\r\n', 100);
  },
  silent: () => undefined,
  'slow-redirects': (res, [round = '0']) => {
    const location = `http://next-${round}.example/slow-redirects/${Number(round) + 1}`;
    setTimeout(() => res.writeHead(302, { location }).end(), 3_000);
  },
  'endless-redirects': (res, [round = '0']) => {
    const location = `http://next-${Number(round) + 1}.example/endless-redirects/${Number(round) + 1}`;
    res.writeHead(301 + (Number(round) % 2) * 6, { location }).end();
  },
  // As raw bytes: Node would refuse some letters.
  to: ({ socket }, rest) =>
    socket?.end(
      `HTTP/1.1 302 Found\r\nlocation: ${decodeURIComponent(rest.join('/'))}\r\ncontent-length: 0\r\n\r\n`,
    ),
};

const listener: RequestListener = (req, res) => {
  const [, attack = '', ...rest] = (req.url ?? '').split('/');
  res.socket?.on('error', () => undefined);
  attacks[attack]?.(res, rest);
};
const site = createServer({ keepAliveTimeout: 1_000 }, listener);
const canary = createTcpServer((socket) => {
  socket.destroy();
  process.send?.({ canary: true });
});

/** Accepts connections and says nothing, so that no TLS handshake ends. */
const deaf = createTcpServer((socket) => socket.on('error', () => undefined));

async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return address.port;
}

process.send?.({ site: await listenOn(site), canary: await listenOn(canary), deaf: await listenOn(deaf) });
process.on('disconnect', () => process.exit());
