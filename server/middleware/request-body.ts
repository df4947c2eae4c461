import { type Call, nothing } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/errors';

const bytesMax = 64 * 1024;

/**
 * The body of a request as plain values, an empty object for a call without one.
 *
 * @throws ApiError `unsupported_media`, `too_large`, or `bad_request` when it cannot be read.
 */
export async function readBody(c: AppContext, call: Pick<Call, 'body' | 'bodyTypes'>): Promise<unknown> {
  if (call.body === nothing) return {};
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!call.bodyTypes.some((accepted) => accepted === type)) {
    throw new ApiError('unsupported_media', `Send the body as ${call.bodyTypes.join(' or ')}.`);
  }
  const text = await readText(c);
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('bad_request', 'The body is not valid JSON.');
  }
}

/** Counts the bytes as they come: a length header may be absent or untrue. */
async function readText(c: AppContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new ApiError('too_large', `Send at most ${bytesMax / 1024} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
