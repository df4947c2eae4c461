import { type Call, nothing } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/errors';

/**
 * The body of a request as plain values; an empty object for a call without a body.
 *
 * @throws ApiError `unsupported_media`, `too_large`, or `bad_request` for a malformed body.
 */
export async function readBody(
  c: AppContext,
  call: Pick<Call, 'body' | 'bodyTypes' | 'bodyBytesMax'>,
): Promise<unknown> {
  if (call.body === nothing) return {};
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!call.bodyTypes.some((accepted) => accepted === type)) {
    throw new ApiError('unsupported_media', `Send the body as ${call.bodyTypes.join(' or ')}.`);
  }
  const bytes = await readBytes(c, call.bodyBytesMax);
  if (type === 'multipart/form-data') return readMultipart(c, bytes);
  const text = bytes.toString('utf8');
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('bad_request', "The body isn't valid JSON.");
  }
}

/** Counts the bytes as they arrive, because a length header may be absent or wrong. */
async function readBytes(c: AppContext, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) {
      // The rest stays unread, so this connection cannot carry another request.
      c.header('connection', 'close');
      throw new ApiError('too_large', `Send at most ${sizeOf(bytesMax)}.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${Math.floor(bytes / 1024 / 1024)} MiB`;

async function readMultipart(c: AppContext, bytes: Buffer<ArrayBuffer>): Promise<unknown> {
  try {
    const headers = { 'content-type': c.req.header('content-type') ?? '' };
    return Object.fromEntries(await new Response(bytes, { headers }).formData());
  } catch {
    throw new ApiError('bad_request', "We can't read this form.");
  }
}
