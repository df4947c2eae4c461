import type * as z from 'zod/mini';
import { ApiError } from '@/server/errors';

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
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs), ...init });
    status = response.status;
    text = await response.text();
  } catch {
    throw providerUnavailable();
  }
  if (status === 429 || status >= 500) throw providerUnavailable();
  if (status !== 200 || text.length > bytesMax) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const providerUnavailable = () =>
  new ApiError('unavailable', "The sign-in service isn't responding. Please try again in a minute.", {
    retryAfterSeconds,
  });

/** The error names the field `idToken`, so the browser of a member who links a provider does not sign out. */
export const invalidIdentity = (reason: string) =>
  new ApiError('unauthenticated', `We couldn't verify your sign-in: ${reason}. Please try again.`, {
    fields: { idToken: reason },
  });
