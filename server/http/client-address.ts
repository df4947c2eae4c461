import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from '@/server/context';

/** Longer than any IP address with zone or port. */
const ADDRESS_CHARS_MAX = 100;

/**
 * The IP address that limits count against: that of the connection, or the one that trusted proxies report. An IPv6
 * address counts as its /64 network, the smallest that a subscriber gets.
 */
export function clientAddressOf(c: AppContext): string {
  const address = forwardedAddress(c) ?? connectionAddress(c);
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(plain) ? `${network64(plain)}/64` : plain;
}

function connectionAddress(c: AppContext): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown';
  } catch {
    // A call from the same process has no connection.
    return 'in-process';
  }
}

/** Each trusted proxy appends the address it saw, so only that many entries from the end are reliable. */
function forwardedAddress(c: AppContext): string | undefined {
  const { trustedProxyHops } = c.var.deps.env;
  if (trustedProxyHops === 0) return undefined;
  const address = c.req.header('x-forwarded-for')?.split(',').at(-trustedProxyHops)?.trim();
  // The entry may be anything if fewer proxies append to it than are trusted.
  return address?.slice(0, ADDRESS_CHARS_MAX);
}

function network64(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
