import { isIP, SocketAddress } from 'node:net';

/** `[::1]:80`, `[::1]` and `192.0.2.1:80`; some proxies append the port. */
const withPort = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/;

/**
 * One spelling for every address of a client: IPv4 as it is, also when mapped into IPv6; of IPv6 the /64 network, the
 * smallest that a subscriber gets.
 *
 * @param text an address, perhaps with a port or a zone.
 * @returns undefined for anything else.
 */
export function canonicalAddress(text: string): string | undefined {
  const [, bracketed, dotted] = withPort.exec(text) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? text).split('%');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  return mapped ?? `${network64(canonical)}/64`;
}

/** The first four groups of an address in its canonical spelling. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail === '' ? [] : tail.split(':');
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...gap, ...right].slice(0, 4).join(':');
}
