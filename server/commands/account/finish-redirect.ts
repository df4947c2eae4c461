import type { ProviderId } from '@/lib/contract/sign-in';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { deleteSignInAttempt } from '@/server/queries/account/sign-in';
import { hashToken } from '@/server/token';
import { signIn } from './sign-in';

type FinishDeps = Pick<Deps, 'db' | 'env' | 'identity' | 'now' | 'rateLimits' | 'sessionTokens'>;

/** What the provider and the browser send when the user returns. */
export type Return = {
  provider: ProviderId;
  state: string;
  code: string;
  browserSecret: string;
  serverBase: string;
  userAgent: string | null;
};

/**
 * Finishes a redirect sign-in. Works once, and only in the browser that started it.
 *
 * @throws ApiError `gone` when there is no such sign-in (any more), and as {@link signIn}.
 */
export async function finishRedirect(
  deps: FinishDeps,
  { provider, state, code, browserSecret, serverBase, userAgent }: Return,
): Promise<{ token: string; destination: string }> {
  const attempt = await deleteSignInAttempt(deps.db, hashToken(state));
  const isOwn =
    attempt?.provider === provider &&
    attempt.expiresAt > deps.now() &&
    attempt.browserHash.equals(hashToken(browserSecret));
  if (!isOwn) throw new ApiError('gone', 'This sign-in has expired.');
  const { verifier, destination } = attempt;
  const verified = await deps.identity.verifyRedirect(provider, { code, verifier, serverBase });
  return { token: await signIn(deps, verified, { userAgent }), destination };
}
