import * as z from 'zod/mini';
import { linkIdentityCall } from '@/lib/contract/account';
import { signOutCall } from '@/lib/contract/user';
import {
  findPopupConfigCall,
  type PopupConfig,
  type Provider,
  sendEmailCodeCall,
  SIGN_IN_WAYS,
  signInByEmailCall,
  signInCall,
  type SignInWay,
  startSignInCalls,
} from '@/lib/contract/sign-in';
import { signInByPasskeyCall, startPasskeySignInCall } from '@/lib/contract/passkey';
import { showPasskey } from '@/lib/identity/passkeys';
import type { PopupTokens } from '@/lib/identity/popup-exchange';
import { readSessionToken } from '@/lib/session-token';
import { ApiFailure, call } from './http';
import { t } from '@/lib/texts/texts';

export type RedirectStart =
  { isError: false; redirectUrl: string } | { isError: true; error: unknown; message: string };

export type SignInResult =
  | { isError: false; encrypted_token: string; message: string }
  | {
      isError: true;
      encrypted_token: '';
      /** The server's sentence; empty when it gave none. */
      message: string;
      /** What already signs in to an account with the same email. */
      linkTo?: SignInWay;
    };

/** The popup of this site, whether a new account needs an invitation, and whether a code by email or a passkey signs in, too. */
export type SignInConfig = PopupConfig & {
  needsInvitation?: boolean;
  offersEmail?: boolean;
  offersPasskeys?: boolean;
};

export async function findPopupConfig(): Promise<SignInConfig> {
  const { identity, ...others } = await call(findPopupConfigCall);
  return { ...identity, ...others };
}

/** Where to send the browser to sign in on a provider's own page. Never rejects: a failure carries the sentence to show. */
export async function startRedirectSignIn(provider: Provider, destination: string): Promise<RedirectStart> {
  try {
    return { isError: false, ...(await call(startSignInCalls[provider], { query: { destination } })) };
  } catch (error) {
    return {
      isError: true,
      error,
      message: t('signIn.providerProblem', 'There is a problem to login with {provider}', { provider }),
    };
  }
}

/** The response of any server that follows the spec, where a login without a token is an error. */
const lenientSignInCall = {
  ...signInCall,
  answer: z.object({
    encrypted_token: z.catch(z.string(), ''),
    message: z.catch(z.string(), ''),
  }),
};

/** Exchanges the tokens from a popup for a session token. Rejects only because of a bug. */
export async function exchangeTokens({ provider, idToken, accessToken }: PopupTokens): Promise<SignInResult> {
  if (!accessToken) return failed('');
  try {
    const result = await call(lenientSignInCall, { body: { provider, idToken }, accessToken });
    return result.encrypted_token ? { isError: false, ...result } : failed(result.message);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const linkTo = SIGN_IN_WAYS.find((id) => id === error.fields.linkTo);
    return { ...failed(error.serverMessage), linkTo };
  }
}

/** Sends a code to an email address. @throws ApiFailure */
export const sendEmailCode = (email: string) => call(sendEmailCodeCall, { body: { email } });

/** Exchanges the code of an email for a session token. Rejects only because of a bug. */
export async function exchangeEmailCode(code: string): Promise<SignInResult> {
  try {
    return { isError: false, ...(await call(signInByEmailCall, { body: { code } })) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return failed(error.message);
  }
}

/** Asks the browser for a passkey, and exchanges it for a session token. Rejects only because of a bug. */
export async function exchangePasskey(): Promise<SignInResult> {
  try {
    const shown = await showPasskey(await call(startPasskeySignInCall));
    if ('problem' in shown) return failed(shown.problem);
    return { isError: false, ...(await call(signInByPasskeyCall, { body: shown })) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return failed(error.message);
  }
}

/** Ends a session that this browser has not begun to use. */
export const dropSession = (accessToken: string) => call(signOutCall, { body: {}, accessToken });

/** Adds the provider of a popup to the account of a session. */
export const linkIdentity = (
  { accessToken: providerToken, ...tokens }: PopupTokens,
  accessToken = readSessionToken(),
) => call(linkIdentityCall, { body: { ...tokens, providerToken }, accessToken });

const failed = (message: string) => ({ isError: true, encrypted_token: '', message }) as const;
