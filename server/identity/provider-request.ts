import type * as z from 'zod/mini';
import { ApiError } from '@/server/base/errors';

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
  new ApiError('unavailable', "The sign-in service isn't responding. Please try again in a minute.", {
    retryAfterSeconds,
  });

/** The error names the field `idToken`, so the browser of a member who links a provider does not sign out. */
export const invalidIdentity = (reason: string) =>
  new ApiError('unauthenticated', `We couldn't verify your sign-in: ${reason}. Please try again.`, {
    fields: { idToken: reason },
  });
