import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmod, rm } from 'node:fs/promises';
import { getRequestListener } from '@hono/node-server';
import type { ServerEnv } from '@/server/config/env';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { errorCode, ConfigError } from '@/server/base/errors';
import { isLongResponse } from '@/server/http/long-responses';
import { controlSocketPath } from '@/server/control/control-client';

// The limits of every connection, for pages and calls alike.
const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_MAX = 100;
const TIME_LIMITS = {
  /** From the first byte of a request until its headers are complete. */
  headersMs: 15 * SECOND_MS,
  /** Until its body is complete. Long enough to upload an image of 8 MiB at 0.6 Mbit/s. */
  requestMs: 2 * MINUTE_MS,
  /** Until the client has received the response. */
  responseMs: 3 * MINUTE_MS,
  /** Longer than load balancers keep an idle connection, so that they close first. */
  idleMs: 65 * SECOND_MS,
  /** How often the first two times are checked. */
  checkEveryMs: 5 * SECOND_MS,
};

/** What a client has to receive of a long response within the time for others, so that it may go on. */
const LONG_RESPONSE_BYTES_MIN = 256 * 1024;

export async function listen(
  listener: RequestListener,
  { host, port }: Pick<ServerEnv, 'host' | 'port'>,
  limits: Readonly<Record<keyof typeof TIME_LIMITS, number>> = TIME_LIMITS,
): Promise<Server> {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    (req, res) => {
      // Node.js leaves out the headers beyond `maxHeadersCount`, which may be those of a proxy.
      if (req.rawHeaders.length > 2 * HEADERS_MAX) {
        res.writeHead(431, { connection: 'close' }).end();
        return;
      }
      listener(req, res);
      if (isSent(res)) return;
      let sentBytes = req.socket.bytesWritten;
      const deadline = setInterval(() => {
        const { bytesWritten } = req.socket;
        if (!isLongResponse(req.url) || bytesWritten - sentBytes < LONG_RESPONSE_BYTES_MIN) req.destroy();
        sentBytes = bytesWritten;
      }, limits.responseMs);
      res.once('close', () => clearInterval(deadline));
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })));
    server.listen(port, host, resolve);
  });
  return server;
}

/** Whether the system has the whole response already, so that nothing about it has to be remembered. */
export const isSent = (res: ServerResponse): boolean => res.writableEnded && res.socket?.writableLength === 0;

/** A sentence for what the owner can fix; any other error as it is. */
function listenError(error: Error, { host, port }: Pick<ServerEnv, 'host' | 'port'>): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new ConfigError(
        `PORT is ${port}, which is in use on ${host}: stop the program that uses it, or set PORT to a free port, for example ${port + 1}.`,
      );
    case 'EACCES':
      return new ConfigError(
        `PORT is ${port}, which this user may not open: set PORT to 1024 or more, for example 3000.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new ConfigError(
        `HOST is "${host}", which is no network address of this machine: set HOST to one of its addresses, for example 127.0.0.1, or to 0.0.0.0 for all of them.`,
      );
    default:
      return error;
  }
}

/** The URL to open in a browser, with `localhost` for loopback addresses. */
export function urlOf(server: Server, { host }: Pick<ServerEnv, 'host'>): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name}:${port}`;
}

type ControlApp = { fetch: (request: Request) => Response | Promise<Response> };

/**
 * Lets terminal commands reach this process through a socket in its data folder, which only the owner of the folder
 * can open. Call it after the database is open: the database lock guarantees that an existing socket belongs to a
 * process that has ended.
 */
export async function listenControlSocket(
  app: ControlApp,
  dataDir: string,
): Promise<{ path: string; close: () => Promise<void> }> {
  const path = controlSocketPath(dataDir);
  await rm(path, { force: true });
  const answer = getRequestListener(app.fetch);
  const listener: RequestListener = (req, res) => void answer(req, res);
  const server = createServer({ requestTimeout: 0 }, listener);

  // listen() creates the socket with these permissions, so no other user can open it in between.
  const umask = process.umask(0o177);
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  process.umask(umask);
  await listening;
  await chmod(path, 0o600);

  return {
    path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
