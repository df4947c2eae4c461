import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { KeyRing } from '@/server/sessions/key-ring';

/** A keyed hash of the network of a canonical address, in hexadecimal: /24 of IPv4, /48 of IPv6. Empty without an address. */
export type NetworkHash = (address: string) => string;

const hashBytes = 12;

/**
 * Hashes networks of clients, so that the database has neither addresses nor networks. The key is derived from the newest
 * one of the session tokens: all processes share it, and a new one ends every comparison with the past.
 */
export function createNetworkHash({ keys: [key] }: Pick<KeyRing, 'keys'>): NetworkHash {
  if (!key) throw new RangeError('A hash needs a key');
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'networks of voters', 32));
  return (address) => {
    if (!/[.:]/.test(address)) return '';
    const network = address
      .split(isIPv4(address) ? '.' : ':')
      .slice(0, 3)
      .join(' ');
    return createHmac('sha256', derived).update(network).digest().subarray(0, hashBytes).toString('hex');
  };
}
