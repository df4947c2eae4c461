import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerEnv } from '@/server/env';
import { hasErrorCode } from '@/server/errno';
import { ConfigError } from '@/server/errors';

/** Slow senders are cut off; a picture of 8 MiB passes on a line of half a megabit. */
const requestTimeoutMs = 120_000;
const headersTimeoutMs = 30_000;

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
      reject(isTaken ? new ConfigError(`Port ${port} on ${host} is in use. Set PORT to a free one.`) : error);
    });
    server.listen(port, host, resolve);
  });
  return server;
}

/** What a person types into the browser; `localhost` for the loopback addresses. */
export function addressOf(server: Server, { host }: Pick<ServerEnv, 'host'>): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name}:${port}`;
}
