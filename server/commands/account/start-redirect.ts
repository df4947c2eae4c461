import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { SIGN_IN_LIMITS, type ProviderId } from '@/lib/contract/sign-in';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';
import type { Deps } from '@/server/deps';
import { insertSignInAttempt, type Opener } from '@/server/queries/account/sign-in';
import { hashToken, newToken, pkceChallenge } from '@/server/base/token';

type Start = {
  provider: ProviderId;
  destination: string;
  serverBase: string;
  /** The page that opened the popup. Absent: the sign-in takes the whole window. */
  opener?: Opener;
};

/**
 * Starts a sign-in on the provider's own page, in a popup or in the whole window.
 *
 * @returns the URL to redirect the browser to, and a secret to store in it: only this browser can finish the sign-in.
 * @throws ApiError `unavailable` when the provider is not configured.
 */
export async function startRedirect(
  { db, identity, now }: Pick<Deps, 'db' | 'identity' | 'now'>,
  { provider, destination, serverBase, opener }: Start,
): Promise<{ redirectUrl: string; state: string; browserSecret: string }> {
  const [state, browserSecret, verifier] = [newToken(), newToken(), newToken()];
  const codeChallenge = pkceChallenge(verifier);
  const nonce = nonceOf(verifier);
  const redirectUrl = await identity.redirectURL(provider, { state, codeChallenge, nonce, serverBase });
  await insertSignInAttempt(db, {
    stateHash: hashToken(state),
    browserHash: hashToken(browserSecret),
    provider,
    verifier,
    destination: ownPath(destination),
    opener,
    expiresAt: new Date(now().getTime() + SIGN_IN_LIMITS.redirectMinutes * MINUTE_MS),
  });
  return { redirectUrl, state, browserSecret };
}

/** Only this server knows the verifier, so it can tell the nonce of the ID token from it. */
export const nonceOf = (verifier: string) => hashToken(`nonce ${verifier}`).toString('base64url');

/** The destination if it is a path of this site, else the default. Browsers read some paths as another origin. */
export function ownPath(destination: string): string {
  const base = 'http://own.invalid';
  if (!destination.startsWith('/') || !URL.canParse(destination, base)) return DEFAULT_DESTINATION;
  const { origin, pathname, search, hash } = new URL(destination, base);
  // `/.//host` is normalized to `//host`, which is a URL of another host.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : DEFAULT_DESTINATION;
}
