import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from '@/server/context';

/**
 * Who limits count against: the address of the connection, or what the trusted proxies say of it. An IPv6
 * sender counts as its /64, the least that one subscriber is given.
 */
export function senderOf(c: AppContext): string {
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
  return c.req.header('x-forwarded-for')?.split(',').at(-trustedProxyHops)?.trim();
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
