import type { ProviderId } from '@/lib/contract/sign-in';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { deleteSignInAttempt } from '@/server/queries/account/sign-in';
import { hashToken } from '@/server/token';
import { signIn } from './sign-in';

type Deed = Pick<Deps, 'db' | 'env' | 'identity' | 'now' | 'rateLimits' | 'sessionTokens'>;

/** What came back from the provider, and what the browser had kept. */
export type Return = {
  provider: ProviderId;
  state: string;
  code: string;
  browserSecret: string;
  serverBase: string;
  userAgent: string | null;
};

/**
 * Takes up a redirect sign-in, once, in the browser that began it.
 *
 * @throws ApiError `gone` when there is no such attempt any more, and as {@link signIn}.
 */
export async function finishRedirect(
  deps: Deed,
  { provider, state, code, browserSecret, serverBase, userAgent }: Return,
): Promise<{ token: string; destination: string }> {
  const attempt = await deleteSignInAttempt(deps.db, hashToken(state));
  const isOwn =
    attempt?.provider === provider &&
    attempt.expiresAt > deps.now() &&
    attempt.browserHash.equals(hashToken(browserSecret));
  if (!isOwn) throw new ApiError('gone', 'There is no such sign-in any more.');
  const { verifier, destination } = attempt;
  const proven = await deps.identity.verifyRedirect(provider, { code, verifier, serverBase });
  return { token: await signIn(deps, proven, { userAgent }), destination };
}
