import type * as z from 'zod/mini';
import { ApiError } from '@/server/errors';

const timeoutMs = 5_000;
const retryAfterSeconds = 30;
const bytesMax = 256 * 1024;

/**
 * Asks a provider something.
 *
 * @returns undefined when the provider refuses (any 4xx) or says something else than was asked.
 * @throws ApiError `unavailable` when it does not answer in five seconds, or only that it cannot.
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
  new ApiError('unavailable', 'The sign-in service does not answer. Please try again in a minute.', {
    retryAfterSeconds,
  });

/** It names the token, so that a member who links another provider is not taken for signed out. */
export const invalidIdentity = (reason: string) =>
  new ApiError('unauthenticated', `The sign-in could not be confirmed: ${reason}. Please try again.`, {
    fields: { idToken: reason },
  });
