import { Resolver } from 'node:dns/promises';
import { errorCode, hasErrorCode } from '@/server/base/errors';

/**
 * Finds the IP addresses of a host name.
 *
 * @throws Error for which {@link isNoSuchHost} tells whether the name has no address, or the name servers failed.
 */
export type HostResolver = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers of this machine, or the given ones. Not `dns.lookup`: a name server that does not answer would
 * occupy one of the four threads that also read files, and names of the local network would be found, too.
 *
 * IPv6 addresses count only without IPv4 ones: most hosts have IPv4, and not every machine has IPv6.
 *
 * @param servers as for `Resolver.setServers`.
 */
export function createHostResolver(servers?: readonly string[]): HostResolver {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await resolver.resolve4(host);
    } catch (error) {
      if (!hasErrorCode(error, 'ENODATA')) throw error;
      return await resolver.resolve6(host);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

const NO_SUCH_HOST = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

export const isNoSuchHost = (error: unknown): boolean => NO_SUCH_HOST.includes(errorCode(error) ?? '');
export const NO_SUCH_HOST_SENTENCE = "We can't find that site. Is the link spelled correctly?";

/** Reads the TXT records of a name. Rejects when it has none, or the name servers failed. */
export type TextResolver = (name: string, signal: AbortSignal) => Promise<string[]>;

/** @param servers as for `Resolver.setServers`. */
export function createTextResolver(servers?: readonly string[]): TextResolver {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
