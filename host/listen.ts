import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerEnv } from '@/server/env';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { hasErrorCode } from '@/server/errno';
import { ConfigError } from '@/server/errors';

/** Long enough to upload an image of 8 MiB at 0.6 Mbit/s. */
const requestTimeoutMs = 2 * MINUTE_MS;
const headersTimeoutMs = 30 * SECOND_MS;

export async function listen(
  listener: RequestListener,
  { host, port }: Pick<ServerEnv, 'host' | 'port'>,
): Promise<Server> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: headersTimeoutMs, keepAliveTimeout: 65_000 },
    listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = hasErrorCode(error, 'EADDRINUSE');
      reject(
        isTaken ? new ConfigError(`Port ${port} on ${host} is in use. Set PORT to a free port.`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
  return server;
}

/** The URL to open in a browser, with `localhost` for loopback addresses. */
export function urlOf(server: Server, { host }: Pick<ServerEnv, 'host'>): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name}:${port}`;
}
