import { providerOf, type ProviderId } from '@/lib/contract/sign-in';
import type { RedirectResult, RedirectStart, VerifiedIdentity } from './identity';
import { invalidIdentity } from './provider-request';

/** The account that an access token of a provider belongs to. */
export type ProviderAccount = {
  id: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
};

/** Google or Github, as seen by one of their OAuth clients. */
export interface IdentityProvider {
  /** The first part of an identity's key. */
  issuer: string;
  /** The id of the account that the token belongs to; undefined if the token was not issued to our client. */
  findAccountId(accessToken: string): Promise<string | undefined>;
  /** The whole account, for a redirect sign-in. */
  findAccount(accessToken: string): Promise<ProviderAccount | undefined>;
  /**
   * Whether the provider has verified this email address of the account. Firebase's own claim is about the Firebase
   * account, whose address may come from another provider.
   */
  hasVerified(accessToken: string, email: string): Promise<boolean>;
  /** @throws ApiError `unavailable` if no client secret is configured. */
  redirectURL(start: RedirectStart): string;
  /** Exchanges the code of a redirect sign-in for an access token. */
  exchangeCode(result: RedirectResult): Promise<string | undefined>;
}

/** The account behind the code of a redirect sign-in. @throws ApiError as `verifyRedirect` of the identity service. */
export async function verifyCode(
  client: IdentityProvider,
  provider: ProviderId,
  result: RedirectResult,
): Promise<VerifiedIdentity> {
  const accessToken = await client.exchangeCode(result);
  const account = accessToken && (await client.findAccount(accessToken));
  if (!account) throw invalidIdentity('the provider does not know the code');
  const { id, name, ...rest } = account;
  return { issuer: client.issuer, subject: id, provider, name: name ?? nameOf(rest.email), ...rest };
}

/** The name of an account without one. */
export const nameOf = (email: string | null | undefined) => email?.split('@')[0] ?? 'Member';

/** The URL that the provider sends the browser back to. It must be registered at the provider. */
export const callbackURL = (serverBase: string, provider: ProviderId) =>
  `${serverBase}/user/login/${providerOf(provider)}/callback`;

export function urlWithParams(url: string, params: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return target.href;
}

/**
 * Firebase writes every address in lower case, Google and Github as its owner typed it. Only ASCII letters are folded:
 * the Kelvin sign becomes `k` in lower case, but an address with it is another address.
 */
export const isSameEmail = (a: string, b: string) => foldASCII(a) === foldASCII(b);

const foldASCII = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
