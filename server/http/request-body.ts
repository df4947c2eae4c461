import { type Call, nothing } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { parseJSON, VALUES_MAX } from '@/server/text/bounded-json';
import { formatChoices } from '@/lib/texts/lists';
import { formatNumber } from '@/lib/texts/language';
import { t, text } from '@/lib/texts/texts';

/** An empty object for a call without a body. @throws ApiError `unsupported_media`, `too_large`, or `bad_request` for a malformed body. */
export async function readBody(
  c: AppContext,
  call: Pick<Call, 'body' | 'bodyTypes' | 'bodyBytesMax'>,
): Promise<unknown> {
  if (call.body === nothing) return {};
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!call.bodyTypes.some((accepted) => accepted === type)) {
    throw new ApiError(
      'unsupported_media',
      text('body.wrongType', 'Send the body as {types}.', { types: formatChoices(call.bodyTypes) }),
    );
  }
  const bytes = await readBytes(c, call.bodyBytesMax);
  if (type === 'multipart/form-data') {
    const form = parseMultipart(bytes, c.req.header('content-type') ?? '');
    if (form) return form;
    throw new ApiError('bad_request', text('body.unreadableForm', "We can't read this form."));
  }
  const sent = bytes.toString('utf8');
  if (type === 'application/x-www-form-urlencoded') return readForm(new URLSearchParams(sent));
  try {
    return parseJSON(sent);
  } catch {
    throw new ApiError('bad_request', text('body.invalidJSON', "The body isn't valid JSON."));
  }
}

/** A field that occurs several times, such as the checked boxes of a group, is a list. */
function readForm(form: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > VALUES_MAX)
      throw new ApiError('bad_request', text('body.tooManyFields', 'This form has too many fields.'));
    const known = fields.get(name);
    if (Array.isArray(known)) known.push(value);
    else fields.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(fields);
}

/** What a form may have beside its file. */
const FORM_BYTES = 64 * 1024;

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
        throw new ApiError(
          'too_large',
          text('body.tooLarge', 'Send at most {size}.', { size: sizeOf(bytesMax) }),
        );
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_request', text('body.endedEarly', 'The body ended early.'));
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

const UNITS = [
  ['MB', 1_000_000],
  ['MiB', 1024 * 1024],
  ['KiB', 1024],
] as const;

/** The size of what is sent, or of the file in a form, in the unit in which it is a whole number. */
function sizeOf(bytes: number): string {
  for (const [unit, size] of UNITS)
    for (const sizeBytes of [bytes, bytes - FORM_BYTES])
      if (sizeBytes > 0 && sizeBytes % size === 0) return `${formatNumber(sizeBytes / size)} ${unit}`;
  return t('body.sizeInBytes', '{size} bytes' /* the most that may be sent */, { size: formatNumber(bytes) });
}

/** The form of an upload has one part. */
const PARTS_MAX = 20;
const PART_HEADER_BYTES_MAX = 8 * 1024;

/**
 * The boundary of a form, of any length that RFC 2046 allows: 1 to 70 characters. The parser of Node.js accepts only
 * those of browsers, which have 27 characters or more.
 *
 * @returns undefined if there is no valid one.
 */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(boundary) ? boundary : undefined;
}

/**
 * The fields of a form, each with its last value.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578
 * @returns undefined for a form that cannot be read.
 */
export function parseMultipart(
  bytes: Buffer<ArrayBuffer>,
  contentType: string,
): Record<string, string | File> | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`--${boundary}`);
  const lineDelimiter = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, string | File>();

  let at = bytes.indexOf(delimiter);
  if (at < 0 || (at > 0 && bytes.indexOf(lineDelimiter) !== at - 2)) return undefined;
  at += delimiter.length;
  for (let count = 0; count <= PARTS_MAX; count += 1) {
    if (bytes.toString('latin1', at, at + 2) === '--') return Object.fromEntries(fields);
    const start = afterLineEnd(bytes, at);
    const bodyStart = start === undefined ? -1 : bytes.indexOf('\r\n\r\n', start);
    if (start === undefined || bodyStart < 0 || bodyStart - start > PART_HEADER_BYTES_MAX) return undefined;
    const end = bytes.indexOf(lineDelimiter, bodyStart + 2);
    if (end < 0) return undefined;
    const header = readPartHeader(bytes.toString('utf8', start, bodyStart));
    if (!header) return undefined;
    const content = bytes.subarray(Math.min(bodyStart + 4, end), end);
    fields.set(
      header.name,
      header.fileName === undefined
        ? content.toString('utf8')
        : new File([content], header.fileName, { type: header.type }),
    );
    at = end + lineDelimiter.length;
  }
  return undefined;
}

function afterLineEnd(bytes: Buffer, at: number): number | undefined {
  let end = at;
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  return bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? end + 2 : undefined;
}

function readPartHeader(text: string): { name: string; fileName?: string; type: string } | undefined {
  const headers = new Map(
    text.split('\r\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const [, quoted, plain] = /^form-data\b.*?;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  const name = quoted ?? plain;
  if (name === undefined) return undefined;
  const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return { name: unescape(name), type, ...(fileName !== undefined && { fileName: unescape(fileName) }) };
}

/** Browsers escape these characters in names. */
const unescape = (name: string) => name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
