import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { abortable, FetchRefusal } from './fetch-limits';
import { isPublicAddress, NOT_PUBLIC, type HostResolver } from './public-address';
import { text } from '@/lib/texts/texts';

type Connections = {
  resolve: HostResolver;
  /** Connects to `hostname`, an IP address that was checked to be public. */
  dial: buildConnector.connector;
  signal: AbortSignal;
  /** Size limit of everything that one connection receives. */
  receivedBytesMax: number;
  /** Is told of every connection that was made. */
  onConnected: (socket: Opened) => void;
};

/**
 * Resolves names and checks the addresses. A lookup function passed to the socket would not be enough, because it is
 * not called for hosts that are IP addresses. Watches the signal, because a request does so only once it is connected.
 */
export function guardConnections({
  resolve,
  dial,
  signal,
  receivedBytesMax,
  onConnected,
}: Connections): buildConnector.connector {
  async function open(options: buildConnector.Options) {
    const host = options.hostname.replace(/\.$/, '');
    const addresses = isIP(host) ? [host] : await resolve(host, signal);
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
      throw new FetchRefusal('address', NOT_PUBLIC);
    }
    // Most hosts have IPv4; not every machine has IPv6.
    const inOrder = addresses.toSorted((a, b) => isIP(a) - isIP(b));
    const servername = isIP(host) ? undefined : host;
    return dialFirst(inOrder, (address) => ({ ...options, host: address, hostname: address, servername }), {
      dial,
      signal,
    });
  }
  return (options, callback) => {
    abortable(open(options), signal).then(
      (socket) => {
        onConnected(socket);
        callback(null, limitReceived(socket, receivedBytesMax));
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

type Opened = Extract<Parameters<buildConnector.Callback>, [null, unknown]>[1];

function limitReceived(socket: Opened, bytesMax: number): Opened {
  return socket.on('readable', () => {
    if (socket.bytesRead > bytesMax)
      socket.destroy(new FetchRefusal('target', text('fetch.tooMuchData', 'The site sends too much data.')));
  });
}

async function dialFirst(
  addresses: readonly string[],
  optionsFor: (address: string) => buildConnector.Options,
  { dial, signal }: Pick<Connections, 'dial' | 'signal'>,
): Promise<Opened> {
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    signal.throwIfAborted();
    try {
      return await new Promise<Opened>((resolve, reject) => {
        dial(optionsFor(address), (...[error, socket]) => {
          if (error) return reject(error);
          // Too late: no request waits for this connection any more.
          if (signal.aborted) socket.destroy();
          resolve(socket);
        });
      });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
