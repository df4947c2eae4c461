import type { ProviderId } from '@/lib/contract/sign-in';
import type { Deps } from '@/server/deps';
import type { VerifiedIdentity } from '@/server/identity/identity';
import { deleteSignInAttempt, type Opener } from '@/server/queries/account/sign-in';
import { hashToken } from '@/server/token';
import { nonceOf } from './start-redirect';

type Attempt = NonNullable<Awaited<ReturnType<typeof deleteSignInAttempt>>>;

/**
 * Takes the sign-in that a browser returns from, which is then used up, even if the rest fails.
 *
 * @returns undefined unless this browser started the sign-in with this provider, at most ten minutes ago.
 */
export async function takeAttempt(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { provider, state, browserSecret }: { provider: ProviderId; state: string; browserSecret: string },
): Promise<Attempt | undefined> {
  const attempt = await deleteSignInAttempt(db, hashToken(state));
  const isOwn =
    attempt?.provider === provider &&
    attempt.expiresAt > now() &&
    attempt.browserHash.equals(hashToken(browserSecret));
  return isOwn ? attempt : undefined;
}

/** What the browser brings from the provider. */
type Return = { state: string; code: string; serverBase: string; answerIssuer?: string };

/** Asks the provider who signed in. @throws ApiError as `verifyRedirect` of the identity service. */
export const verifyAttempt = async (
  { identity }: Pick<Deps, 'identity'>,
  { provider, verifier }: Attempt,
  given: Return,
): Promise<VerifiedIdentity> =>
  identity.verifyRedirect(provider, { ...given, verifier, nonce: nonceOf(verifier) });

/** A code for the page that opened the popup. Only that page has the verifier that exchanges the code for a session. */
export async function sealForOpener(
  { identity }: Pick<Deps, 'identity'>,
  verified: VerifiedIdentity,
  { codeChallenge }: Opener,
): Promise<string> {
  if (!identity.sealForOpener) throw new Error('Only the popup of the product server has an opener');
  return identity.sealForOpener(verified, codeChallenge);
}
