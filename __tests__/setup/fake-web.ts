import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { createGuardedFetch, type GuardedFetch } from '@/server/web/guarded-fetch';
import type { HostResolver } from '@/server/web/public-address';

/** The public IP address of all test pages. */
export const PUBLIC_ADDRESS = '93.184.215.14';

type Page = RequestListener;

/**
 * A web for tests: names, their IP addresses, and pages at {@link PUBLIC_ADDRESS}. A connection to any other address
 * reaches the canary, which counts it. Only name resolution and dialing are replaced.
 */
export function setUpFakeWeb() {
  const names = new Map<string, string[]>();
  const pages = new Map<string, Page>();
  const dialled: string[] = [];
  const connect = buildConnector({ timeout: 2_000 });
  const sockets = new Set<{ destroy: () => unknown }>();
  let canaryCount = 0;

  const site = createHttpServer((req, res) => {
    const page = pages.get(`${req.headers.host ?? ''}${req.url?.split('?', 1).join('') ?? ''}`);
    if (page) page(req, res);
    else res.writeHead(404).end();
  });
  const canary = createTcpServer((socket) => {
    canaryCount += 1;
    socket.destroy();
  });
  site.on('connection', (socket) => sockets.add(socket));

  beforeAll(async () => {
    for (const server of [site, canary]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
  });
  beforeEach(() => {
    names.clear();
    pages.clear();
    dialled.length = 0;
    canaryCount = 0;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of [site, canary]) {
      server.close();
      await once(server, 'close');
    }
  });

  const resolveHost: HostResolver = (host) => {
    const addresses = names.get(host);
    if (addresses) return Promise.resolve(addresses);
    return Promise.reject(Object.assign(new Error(`queryA ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
  };
  const fetchPage: GuardedFetch = createGuardedFetch({
    userAgent: 'Listgrove/1.0 (+https://listgrove.example; link preview)',
    resolve: resolveHost,
    dial(options, callback) {
      dialled.push(options.hostname);
      if (!isIP(options.hostname)) throw new Error(`${options.hostname} was to be resolved again`);
      const server = options.hostname === PUBLIC_ADDRESS ? site : canary;
      // Without TLS, because the IP address identifies the other side.
      connect(
        { ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(portOf(server)) },
        callback,
      );
    },
  });

  return {
    fetchPage,
    resolveHost,
    names,
    /** The IP addresses of all connections. */
    dialled,
    get canaryCount() {
      return canaryCount;
    },
    /** Adds a page at `host/path` with a public host name. */
    serve(address: string, page: Page | string, headers: Record<string, string> = {}) {
      names.set(address.split('/', 1).join(''), [PUBLIC_ADDRESS]);
      pages.set(
        address,
        typeof page === 'string'
          ? (_, res) => res.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page)
          : page,
      );
    },
  };
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return address.port;
}
