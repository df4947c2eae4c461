import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/errors';
import { isLocalPlace, isLoopbackName } from '@/server/identity/identity-config';
import { serverBase } from '@/server/identity/server-base';

/** What proxies add. A request that came through one is not from this machine, whatever its connection says. */
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

/**
 * Whether a request may reach the local identity provider: it signs in anybody as anybody, so every condition is
 * looked at on every request, and any doubt is a no.
 */
export function isLocalRequest(c: AppContext): boolean {
  const { env } = c.var.deps;
  const origin = c.req.header('origin');
  return (
    env.identity.kind === 'local' &&
    isLocalPlace(env) &&
    forwardingHeaders.every((name) => c.req.header(name) === undefined) &&
    isLoopbackConnection(c) &&
    // A foreign name that was made to resolve to this machine still shows here.
    isLoopbackURL(`http://${c.req.header('host') ?? ''}`) &&
    (origin === undefined || isLoopbackURL(origin))
  );
}

/**
 * Before a call that proves who somebody is.
 *
 * @throws ApiError `forbidden` when only the local provider could, and the request is not from this machine.
 */
export function requireReachableIdentity(c: AppContext): void {
  if (c.var.deps.env.identity.kind !== 'local' || isLocalRequest(c)) return;
  throw new ApiError('forbidden', 'The demo accounts sign in only on the machine that runs the site.');
}

/** The product server's address as the browser knows it; this machine has several names. */
export function serverBaseOf(c: AppContext): string {
  const { env } = c.var.deps;
  const isByPath = env.serverURL.startsWith('/');
  return isByPath && isLocalRequest(c) ? `http://${c.req.header('host')}${env.serverURL}` : serverBase(env);
}

function isLoopbackConnection(c: AppContext): boolean {
  try {
    const address = getConnInfo(c).remote.address ?? '';
    return isLoopbackName(address.replace(/^::ffff:(?=\d)/, ''));
  } catch {
    // Not over a connection, as a page of ours calls within the process: not somebody at this machine.
    return false;
  }
}

const isLoopbackURL = (url: string) => URL.canParse(url) && isLoopbackName(new URL(url).hostname);
