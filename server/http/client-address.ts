import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from '@/server/context';

/** More than any address with its zone or port. */
const ADDRESS_CHARS_MAX = 100;

/**
 * Who limits count against: the address of the connection, or what the trusted proxies say of it. An IPv6
 * sender counts as its /64, the least that one subscriber is given.
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
    // A call within the process has no connection.
    return 'in-process';
  }
}

/** Each trusted proxy appended the address it saw; only that many entries from the end can be believed. */
function forwardedAddress(c: AppContext): string | undefined {
  const { trustedProxyHops } = c.var.deps.env;
  if (trustedProxyHops === 0) return undefined;
  const address = c.req.header('x-forwarded-for')?.split(',').at(-trustedProxyHops)?.trim();
  // Something else than an address is there when fewer proxies add to it than are trusted.
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
