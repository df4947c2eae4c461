import { BlockList, isIP, isIPv6 } from 'node:net';
import { Resolver } from 'node:dns/promises';
import { errorCode, hasErrorCode } from '@/server/base/errors';
import { splitWords } from '@/server/text/words';
import { type Text, text } from '@/lib/texts/texts';

/** All IPv4 ranges that are not public, from the IANA registries, and Azure's platform host. */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The parts of 2000::/3 that are not public: Teredo and other protocol assignments, documentation, 6to4. */
const PRIVATE_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const privateAddresses = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of PRIVATE_IPV6) privateAddresses.addSubnet(network, prefix, 'ipv6');

/** The allocated IPv6 range. It excludes addresses that embed an IPv4 address (`::ffff:`, NAT64). */
const allocated = new BlockList();
allocated.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateAddresses.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return allocated.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6');
}

/** Ends of names that no public name server knows: reserved by RFC 2606, 6761, 6762, 8375 and 9476, by ICANN, or by use. */
export const RESERVED_SUFFIXES = splitWords(`
  alt corp home home.arpa internal intranet invalid lan local localdomain localhost mail onion private test
  workgroup
`);

const PORTS = ['', '80', '443'];

export const NOT_PUBLIC = text('link.notPublic', "That link isn't on the public web.");

/**
 * Explains why a URL is not on the public web, judging by its text only; undefined if nothing is wrong with the text.
 * The addresses that its name resolves to must still be checked with {@link isPublicAddress}.
 */
export function privateAddressReason(url: URL): Text | undefined {
  if (!/^https?:$/.test(url.protocol))
    return text('link.notHTTP', 'Only links that start with http:// or https:// can be listed.');
  if (url.username !== '' || url.password !== '')
    return text('link.hasUserName', 'Remove the user name and password from the link.');
  if (!PORTS.includes(url.port))
    return text('link.otherPort', 'Only links with the standard web ports, 80 and 443, can be listed.');
  const host = hostToResolve(url);
  if (isIP(host)) return isPublicAddress(host) ? undefined : NOT_PUBLIC;
  return privateNameReason(host);
}

/** The host in the canonical spelling of the URL parser, which turns every numeric host into a plain IP address. */
export function hostToResolve(url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIPv6(host) ? host : host.replace(/\.$/, '');
}

function privateNameReason(host: string): Text | undefined {
  const suffix = RESERVED_SUFFIXES.find((reserved) => host === reserved || host.endsWith(`.${reserved}`));
  if (suffix !== undefined) return reservedNameReason(suffix);
  if (host.includes('.') && !host.endsWith('.')) return undefined;
  return text(
    'link.localNetwork',
    'That link works only on a local network. Enter one that anyone can open.',
  );
}

export const reservedNameReason = (suffix: string) =>
  text(
    'link.reservedEnding',
    "Links that end in .{suffix} aren't on the public web. Enter one that anyone can open.",
    { suffix },
  );

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
export const NO_SUCH_SITE = text(
  'link.noSuchHost',
  "We can't find that site. Is the link spelled correctly?",
);

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
