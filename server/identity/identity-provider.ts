import type { Provider } from '@/lib/contract/sign-in';
import type { RedirectResult, RedirectStart } from './identity';

/** What a provider itself says of whoever one of its access tokens belongs to. */
export type ProviderAccount = {
  id: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
};

/** Google or Github, as seen by one OAuth client of theirs. */
export interface IdentityProvider {
  /** The first half of an identity's key. */
  issuer: string;
  /** The id of whoever the token was given to, if it was given to our own client; undefined otherwise. */
  findAccountId(accessToken: string): Promise<string | undefined>;
  /** More of the same account, from our own redirect sign-in. */
  findAccount(accessToken: string): Promise<ProviderAccount | undefined>;
  /** Whether the provider itself has verified this address of the account. */
  hasVerified(accessToken: string, email: string): Promise<boolean>;
  /** @throws ApiError `unavailable` when there is no client secret. */
  redirectURL(start: RedirectStart): string;
  /** The access token for the code of a redirect sign-in. */
  exchangeCode(result: RedirectResult): Promise<string | undefined>;
}

/** Where a provider sends the browser back to; it must know this address. */
export const callbackURL = (serverBase: string, provider: Provider) =>
  `${serverBase}/user/login/${provider}/callback`;

export function urlWithParams(url: string, params: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  return address.href;
}
