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

type WiderNetwork = {
  network: string;
  /** How many times the calls of one address all addresses of the network may make together. */
  times: number;
};

/**
 * The networks around an address as `canonicalAddress` spells it. Somebody who gets a /48 has 65,536 networks of 64 bits,
 * and a rented /24 has 256 addresses: limits count them together, too. Providers give their customers /56, /60 or /64 of
 * one /48, and offices share a /24, so these may make more calls than one address.
 */
export function widerNetworks(address: string): readonly WiderNetwork[] {
  const [, first, second, third, fourth] =
    /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)\/64$/.exec(address) ?? [];
  if (fourth !== undefined) {
    const site = `${first}:${second}:${third}`;
    return [
      { network: `${site}:${(parseInt(fourth, 16) & 0xff00).toString(16)}/56`, times: 2 },
      { network: `${site}/48`, times: 4 },
    ];
  }
  const [, start] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  return start === undefined ? [] : [{ network: `${start}.0/24`, times: 8 }];
}
