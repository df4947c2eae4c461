import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from '@/server/context';
import type { ServerEnv } from '@/server/config/env';
import { ApiError } from '@/server/base/errors';
import { isLocalPlace, isLoopbackName } from '@/server/identity/identity-config';
import { hashToken } from '@/server/base/token';
import { text } from '@/lib/texts/texts';

/** Headers that proxies add. A request with one of them does not come from this machine, even over loopback. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-host',
  'x-real-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

export const isLocalRequest = (c: AppContext): boolean =>
  c.var.deps.env.identity.kind === 'local' && isDevelopmentRequest(c);

/**
 * Whether a request may reach what only developers may see, on the machine that runs a development site or the demo.
 * The local identity provider signs in anyone as any account, and the outbox shows all email, so every request must
 * meet every condition.
 */
export function isDevelopmentRequest(c: AppContext): boolean {
  const origin = c.req.header('origin');
  return (
    isLocalPlace(c.var.deps.env) &&
    isFromThisMachine(sourceOf(c)) &&
    (origin === undefined || isLoopbackURL(origin))
  );
}

type RequestSource = {
  /** The address at the other end of the connection; undefined without one. */
  peer: string | undefined;
  header: (name: string) => string | undefined;
};

/** Whether a program on this machine sent a request itself: over loopback, to a name of this machine, through no proxy. */
const isFromThisMachine = ({ peer, header }: RequestSource): boolean =>
  peer !== undefined &&
  isLoopbackName(peer.replace(/^::ffff:(?=\d)/, '')) &&
  forwardingHeaders.every((name) => header(name) === undefined) &&
  // Detects a foreign host name that resolves to this machine (DNS rebinding).
  isLoopbackURL(`http://${header('host') ?? ''}`);

export function mayReadMetrics(
  source: RequestSource,
  { metricsToken }: Pick<ServerEnv, 'metricsToken'>,
): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(source.header('authorization') ?? '') ?? [];
  if (given === undefined) return isFromThisMachine(source);
  return metricsToken !== undefined && timingSafeEqual(hashToken(given), hashToken(metricsToken));
}

/** @throws ApiError `forbidden` when only the local provider is set up and the request is not from this machine. */
export function requireReachableIdentity(c: AppContext): void {
  if (c.var.deps.env.identity.kind !== 'local' || isLocalRequest(c)) return;
  throw new ApiError(
    'forbidden',
    text('signIn.demoOnlyHere', 'Demo accounts can sign in only on the machine that runs the site.'),
  );
}

/**
 * The product server's URL as the browser knows it, absolute and without a trailing slash. On this machine its host is
 * the request's, because the machine has several host names.
 */
export function serverBaseOf(c: AppContext): string {
  const { serverURL, siteURL } = c.var.deps.env;
  if (!serverURL.startsWith('/')) return serverURL;
  return (isLocalRequest(c) ? `http://${c.req.header('host')}` : siteURL) + serverURL;
}

/** The peer is unknown when a page calls within the process, for a visitor who may be anywhere. */
export const sourceOf = (c: AppContext): RequestSource => ({
  peer: peerOf(c),
  header: (name) => c.req.header(name),
});

function peerOf(c: AppContext): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    return undefined;
  }
}

const isLoopbackURL = (url: string) => canParseURL(url) && isLoopbackName(new URL(url).hostname);
