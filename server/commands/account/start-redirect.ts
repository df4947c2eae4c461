import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SIGN_IN_LIMITS, type ProviderId } from '@/lib/contract/sign-in';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';
import type { Deps } from '@/server/deps';
import { insertSignInAttempt } from '@/server/queries/account/sign-in';
import { hashToken, newToken, pkceChallenge } from '@/server/token';

type Start = { provider: ProviderId; destination: string; sender: string; serverBase: string };

/**
 * Begins a redirect sign-in.
 *
 * @returns where to send the browser, and a secret to leave in it: only the browser that began may come back.
 * @throws ApiError `unavailable` when it is not set up, `rate_limited`.
 */
export async function startRedirect(
  { db, identity, now, rateLimits }: Pick<Deps, 'db' | 'identity' | 'now' | 'rateLimits'>,
  { provider, destination, sender, serverBase }: Start,
): Promise<{ redirectUrl: string; state: string; browserSecret: string }> {
  await rateLimits.consume('signInByAddress', sender);
  const [state, browserSecret, verifier] = [newToken(), newToken(), newToken()];
  const codeChallenge = pkceChallenge(verifier);
  const redirectUrl = identity.redirectURL(provider, { state, codeChallenge, serverBase });
  await insertSignInAttempt(db, {
    stateHash: hashToken(state),
    browserHash: hashToken(browserSecret),
    provider,
    verifier,
    destination: ownPath(destination),
    expiresAt: new Date(now().getTime() + SIGN_IN_LIMITS.redirectMinutes * MINUTE_MS),
  });
  return { redirectUrl, state, browserSecret };
}

/** A path of our own site; anything that a browser would read as another origin counts as none. */
export function ownPath(destination: string): string {
  const base = 'http://own.invalid';
  if (!destination.startsWith('/') || !URL.canParse(destination, base)) return DEFAULT_DESTINATION;
  const { origin, pathname, search, hash } = new URL(destination, base);
  // What is left of `/.//host` begins with two slashes, and names another host in its turn.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : DEFAULT_DESTINATION;
}
