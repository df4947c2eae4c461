import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from '@/server/context';
import type { ServerEnv } from '@/server/config/env';
import { canonicalAddress } from '@/server/base/ip-address';

/**
 * The IP address that limits count against: that of the connection, or the one that trusted proxies report. An IPv6
 * address counts as its /64 network, the smallest that a subscriber gets.
 *
 * Undefined when limits per address do not apply: a page that is rendered in this process makes the call, or one of
 * the addresses in UNLIMITED_ADDRESSES.
 */
export function clientAddressOf(c: AppContext): string | undefined {
  const peer = connectionAddress(c);
  if (peer === undefined) return undefined;
  warnOfUntrustedProxy(c);
  return clientAddress({ peer, forwardedFor: c.req.header('x-forwarded-for') }, c.var.deps.env);
}

type Connection = {
  peer: string;
  forwardedFor: string | undefined;
};

export function clientAddress(
  { peer, forwardedFor }: Connection,
  { trustedProxyHops, unlimitedAddresses }: Pick<ServerEnv, 'trustedProxyHops' | 'unlimitedAddresses'>,
): string | undefined {
  const forwarded = forwardedAddress(forwardedFor, trustedProxyHops);
  const address = forwarded ?? canonicalAddress(peer) ?? 'unknown';
  return unlimitedAddresses.includes(address) ? undefined : address;
}

/** What proxies add to a request. Browsers send none of these. */
const PROXY_HEADERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'CF-Connecting-IP'];

/** The loggers that have had the warning, one per process. */
const warned = new WeakSet<object>();

function warnOfUntrustedProxy(c: AppContext): void {
  const { env, logger } = c.var.deps;
  if (env.trustedProxyHops > 0 || warned.has(logger)) return;
  const header = PROXY_HEADERS.find((name) => c.req.header(name) !== undefined);
  if (header === undefined) return;
  warned.add(logger);
  logger.warn(
    { header },
    'A request has come through a proxy, and its headers are ignored because TRUSTED_PROXY_HOPS is 0. Behind a proxy, all visitors would share the rate limits of one client address: set TRUSTED_PROXY_HOPS to the number of proxies.',
  );
}

/** The address of the other end of the connection, empty when it is closed; undefined for a call without one. */
function connectionAddress(c: AppContext): string | undefined {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    return undefined;
  }
}

/**
 * Each trusted proxy appends the address it saw, so only that many entries from the end are reliable. An entry that is
 * no address is ignored: it may be anything if fewer proxies append to it than are trusted.
 */
function forwardedAddress(forwardedFor: string | undefined, trustedProxyHops: number): string | undefined {
  if (trustedProxyHops === 0) return undefined;
  const entry = forwardedFor?.split(',').at(-trustedProxyHops);
  return entry === undefined ? undefined : canonicalAddress(entry.trim());
}
