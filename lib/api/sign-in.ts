import { linkIdentityCall } from '@/lib/contract/account';
import {
  findPopupConfigCall,
  signInCall,
  type Provider,
  PROVIDER_IDS,
  type ProviderId,
  startSignInCalls,
} from '@/lib/contract/sign-in';
import type { PopupTokens } from '@/lib/identity/popup-exchange';
import { ApiFailure, call } from './http';

export type RedirectStart =
  { isError: false; redirectUrl: string } | { isError: true; error: unknown; message: string };

export type SignInResult =
  | { isError: false; encrypted_token: string; message: string; redirectUrl: string }
  | {
      isError: true;
      encrypted_token: '';
      /** The server's sentence; empty when it said none. */
      message: string;
      /** The provider with which the same address signs in already. */
      linkTo?: ProviderId;
    };

export const findPopupConfig = async () => (await call(findPopupConfigCall)).identity;

/** Where to go to sign in with a provider. Never rejects: a failure carries the sentence to show. */
export async function startRedirectSignIn(provider: Provider, destination: string): Promise<RedirectStart> {
  try {
    return { isError: false, ...(await call(startSignInCalls[provider], { query: { destination } })) };
  } catch (error) {
    return { isError: true, error, message: `There is a problem to login with ${provider}` };
  }
}

/** Exchanges what a popup ended with for a session token. Never rejects. */
export async function exchangeTokens({ provider, idToken, accessToken }: PopupTokens): Promise<SignInResult> {
  if (!accessToken) return refused('');
  try {
    const answer = await call(signInCall, { body: { provider, idToken }, accessToken });
    return answer.encrypted_token ? { isError: false, ...answer } : refused(answer.message);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const linkTo = PROVIDER_IDS.find((id) => id === error.fields.linkTo);
    return { ...refused(error.message), linkTo };
  }
}

/** Adds the provider of a popup to the signed-in account. */
export const linkIdentity = ({ accessToken: providerToken, ...proof }: PopupTokens) =>
  call(linkIdentityCall, { body: { ...proof, providerToken } });

const refused = (message: string) => ({ isError: true, encrypted_token: '', message }) as const;
