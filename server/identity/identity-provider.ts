import type * as z from 'zod/mini';
import { providerOf, type ProviderId } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import type { RedirectResult, RedirectStart, VerifiedIdentity } from './identity';
import { t, text } from '@/lib/texts/texts';

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
  if (!account) throw invalidIdentity(t('signInFault.unknownCode', 'the provider does not know the code'));
  const { id, name, ...rest } = account;
  return { issuer: client.issuer, subject: id, provider, name: name ?? nameOf(rest.email), ...rest };
}

export const nameOf = (email: string | null | undefined) =>
  email?.split('@')[0] ?? t('member.defaultName', 'Member' /* the name of one without a name */);

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

export const foldASCII = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const timeoutMs = 5_000;
const retryAfterSeconds = 30;
const bytesMax = 256 * 1024;

/**
 * Sends a request to a provider.
 *
 * @returns undefined if the provider refuses (any 4xx except 429) or the answer does not match the schema.
 * @throws ApiError `unavailable` if the provider fails (429 or 5xx) or does not answer within five seconds.
 */
export async function askProvider<S extends z.ZodMiniType>(
  schema: S,
  url: string,
  init: RequestInit = {},
): Promise<z.output<S> | undefined> {
  const { status, text } = await read(url, init);
  if (status !== 200) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** `fetch` for a library, with the same limits as {@link askProvider}. @throws ApiError `unavailable` */
export async function fetchFromProvider(url: string, init: RequestInit): Promise<Response> {
  const { status, text, headers } = await read(url, init);
  return new Response(status === 204 ? null : text, { status, headers });
}

/** @throws ApiError `unavailable` if the provider fails or answers too slowly. */
async function read(url: string, init: RequestInit) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const { status, headers } = response;
    if (status === 429 || status >= 500) throw providerUnavailable();
    return { status, headers, text: await readText(response) };
  } catch {
    throw providerUnavailable();
  }
}

/** Ends a response that is too large, and takes it for an empty one. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > bytesMax) return '';
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

export const providerUnavailable = () =>
  new ApiError(
    'unavailable',
    text('signInFailure.unavailable', "The sign-in service isn't responding. Please try again in a minute."),
    {
      retryAfterSeconds,
    },
  );

/** The error names the field `idToken`, so the browser of a member who links a provider does not sign out. */
export const invalidIdentity = (reason: string) =>
  new ApiError(
    'unauthenticated',
    text('signIn.unverified', "We couldn't verify your sign-in: {reason}. Please try again.", {
      reason,
    }),
    {
      fields: { idToken: reason },
    },
  );
