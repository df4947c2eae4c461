import { BlockList, isIP, isIPv6 } from 'node:net';

/** Everything of IPv4 that is not for the public, by the registries of IANA, and Azure's own host. */
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

/** The parts of 2000::/3 that are not for the public: Teredo and its neighbours, examples, 6to4. */
const PRIVATE_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const privateAddresses = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of PRIVATE_IPV6) privateAddresses.addSubnet(network, prefix, 'ipv6');

/** All of IPv6 that is handed out. An address that only wraps one of IPv4 (`::ffff:`, NAT64) lies outside. */
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');

/** Whether an address, written as such, is one that anybody may reach. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateAddresses.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return handedOut.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6');
}

/** Names that never lead out of a house or a machine. */
const PRIVATE_SUFFIX = /(?:^|\.)(?:internal|local|localhost|home\.arpa|onion)$/;

const PORTS = ['', '80', '443'];

/**
 * Why nobody could reach an address from outside, as far as its letters tell; undefined when nothing speaks
 * against it. What a name leads to must still be looked at with {@link isPublicAddress}.
 */
export function privateAddressReason(url: URL): string | undefined {
  if (!/^https?:$/.test(url.protocol))
    return 'Only addresses that begin with http:// or https:// can be listed.';
  if (url.username !== '' || url.password !== '')
    return 'Leave the user name and password out of the address.';
  if (!PORTS.includes(url.port)) return 'Only the usual ports of the web, 80 and 443, can be listed.';
  const host = hostOf(url);
  const isReachable = isIP(host) ? isPublicAddress(host) : isPublicName(host);
  return isReachable ? undefined : 'That address is not on the public web.';
}

/** The canonical spelling that the parser of addresses made: every number is a plain IP address by then. */
function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIPv6(host) ? host : host.replace(/\.$/, '');
}

function isPublicName(host: string): boolean {
  return host.includes('.') && !host.endsWith('.') && !PRIVATE_SUFFIX.test(host);
}
