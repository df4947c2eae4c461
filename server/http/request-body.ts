import { type Call, nothing } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { parseJSON, VALUES_MAX } from '@/server/text/bounded-json';
import { parseMultipart } from './multipart';

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
  if (type === 'multipart/form-data') {
    const form = parseMultipart(bytes, c.req.header('content-type') ?? '');
    if (form) return form;
    throw new ApiError('bad_request', "We can't read this form.");
  }
  const text = bytes.toString('utf8');
  if (type === 'application/x-www-form-urlencoded') return readForm(new URLSearchParams(text));
  try {
    return parseJSON(text);
  } catch {
    throw new ApiError('bad_request', "The body isn't valid JSON.");
  }
}

/** A field that occurs several times, such as the checked boxes of a group, is a list. */
function readForm(form: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > VALUES_MAX) throw new ApiError('bad_request', 'This form has too many fields.');
    const known = fields.get(name);
    if (Array.isArray(known)) known.push(value);
    else fields.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(fields);
}

/** Counts the bytes as they arrive, because a length header may be absent or wrong. */
async function readBytes(c: AppContext, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > bytesMax) {
        // The rest stays unread, so this connection cannot carry another request.
        c.header('connection', 'close');
        throw new ApiError('too_large', `Send at most ${sizeOf(bytesMax)}.`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_request', 'The body ended early.');
  }
  return Buffer.concat(chunks);
}

/**
 * The whole body if its length is declared and allowed: Node.js takes no more than that. Faster than counting the bytes of
 * a stream as they arrive.
 */
export async function readDeclaredBody(
  { req }: AppContext,
  bytesMax: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const isAllowed = Number(req.header('content-length') ?? Infinity) <= bytesMax;
  return isAllowed ? Buffer.from(await req.raw.arrayBuffer()) : undefined;
}

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${Math.floor(bytes / 1024 / 1024)} MiB`;
