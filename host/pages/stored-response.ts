import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Bytes, or as a string of one character for each byte: Node.js sends a string together with the headers in one piece,
 * which takes less of the CPU of a short response.
 */
type Body = Buffer | string;

/** Node.js copies a string twice. For a longer body, that costs more than sending a buffer apart from the headers. */
const STRING_BYTES_MAX = 4 * 1024;

const pack = (bytes: Buffer): Body => (bytes.length <= STRING_BYTES_MAX ? bytes.toString('latin1') : bytes);
const unpack = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

/** A whole response that is the same for everyone, ready to be sent again. */
export type StoredResponse = {
  status: number;
  etag: string;
  /** Each body is made when somebody first asks for it. Beside a compressed body, `identity` is rarely asked for. */
  bodies: { br?: Body; gzip?: Body; identity?: Body };
  isCompressible: boolean;
  /** Names and values in turn, as `writeHead` sends them without copying; without the length of the body. */
  heads: Record<Encoding, readonly string[]>;
};

type StoredParts = {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  /** Compresses the body when somebody asks for that, and then keeps the compressed bodies alone. */
  isCompressible?: boolean;
};

/** Takes 0.5 ms for a page of 70 KB. Another thread would take that and half as much again for the handover. */
const BROTLI_QUALITY = 4;
/** Larger bodies would keep other visitors waiting while they are compressed. */
const COMPRESSED_BYTES_MAX = 1024 * 1024;

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** The body as it is: kept, or unpacked from a compressed one. */
function readIdentity({ bodies: { identity, br, gzip } }: StoredResponse): Buffer {
  if (identity !== undefined) return unpack(identity);
  if (br !== undefined) return brotliDecompressSync(unpack(br));
  return gzip === undefined ? Buffer.alloc(0) : gunzipSync(unpack(gzip));
}

function makeBody(stored: StoredResponse, encoding: Encoding): Body {
  const identity = readIdentity(stored);
  if (encoding === 'identity') return identity;
  const body = pack(
    encoding === 'br' ? brotliCompressSync(identity, brotli(BROTLI_QUALITY)) : gzipSync(identity),
  );
  stored.bodies[encoding] = body;
  delete stored.bodies.identity;
  return body;
}

/** The body of a response in the encoding that a request accepts. Makes the body at the first such request. */
function bodyFor(stored: StoredResponse, { headers }: IncomingMessage): { encoding: Encoding; body: Body } {
  const encoding = chooseEncoding(headers['accept-encoding'], stored);
  return { encoding, body: stored.bodies[encoding] ?? makeBody(stored, encoding) };
}

/** Makes the body that a request asks for before it is sent, so that the size of the response is known. */
export function prepareBody(stored: StoredResponse, req: IncomingMessage): void {
  bodyFor(stored, req);
}

/** The same response with a tenth fewer bytes in Brotli, which takes a thread 100 ms for a page of 70 KB. */
async function shrink(stored: StoredResponse): Promise<StoredResponse> {
  const br = await promisify(brotliCompress)(readIdentity(stored), brotli(constants.BROTLI_MAX_QUALITY));
  return { ...stored, bodies: { ...stored.bodies, br: pack(br) } };
}

/** The tag is weak, because the encodings of one body share it. */
export function storeResponse({
  status,
  headers,
  body,
  br,
  gzip,
  isCompressible = false,
}: StoredParts): StoredResponse {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const isCompressed = isCompressible || br !== undefined || gzip !== undefined;
  const vary = [headers.get('vary') ?? [], isCompressed ? 'accept-encoding' : []].flat().join(', ');
  const common = [...new Map([...headers, ['etag', etag], ['vary', vary]])]
    .filter(([, value]) => value !== '')
    .flat();
  return {
    status,
    etag,
    isCompressible: isCompressible && body.length <= COMPRESSED_BYTES_MAX,
    bodies: {
      ...(br && { br: pack(br) }),
      ...(gzip && { gzip: pack(gzip) }),
      identity: pack(body),
    },
    heads: {
      br: [...common, 'content-encoding', 'br'],
      gzip: [...common, 'content-encoding', 'gzip'],
      identity: common,
    },
  };
}

/**
 * The memory that a stored response takes, in bytes. The heads are about 2 KB. A compressed body that is still to be
 * made counts as much as the smallest body in memory.
 */
export function sizeOf({ bodies: { br, gzip, identity }, isCompressible }: StoredResponse): number {
  const sizes = [br, gzip, identity].flatMap((body) => (body === undefined ? [] : body.length));
  const expected = isCompressible && sizes.length < 2 ? Math.min(...sizes) : 0;
  return sizes.reduce((sum, size) => sum + size, 2_048 + expected);
}

type Visit = { req: IncomingMessage; res: ServerResponse; added: readonly string[] };

/** Sends a stored response to a GET or HEAD request. @param added headers of this request alone, names and values in turn. */
export function sendStored(stored: StoredResponse, { req, res, added }: Visit): void {
  const { heads, etag, status } = stored;
  const condition = req.headers['if-none-match'];
  if (status === 200 && condition !== undefined && hasTag(condition, etag)) {
    res.writeHead(304, [...heads.identity, ...added]).end();
    return;
  }
  const { encoding, body } = bodyFor(stored, req);
  res.writeHead(status, [...heads[encoding], 'content-length', String(body.length), ...added]);
  if (req.method === 'HEAD') res.end();
  else res.end(body, 'latin1');
}

/** Compares weakly (RFC 9110, 13.1.2). */
const hasTag = (condition: string, etag: string) =>
  condition === etag ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));

const ACCEPTED_CHARS_MAX = 500;
/** What browsers send. Any other value is parsed. */
const browserEncodings = new Set(['gzip, deflate, br, zstd', 'gzip, deflate, br']);

/** The smallest encoding that the client accepts (RFC 9110, 12.5.3). */
function chooseEncoding(accepted: string | undefined, { bodies, isCompressible }: StoredResponse): Encoding {
  if (accepted === undefined) return 'identity';
  const br = isCompressible || bodies.br !== undefined;
  const gzip = isCompressible || bodies.gzip !== undefined;
  if (br && browserEncodings.has(accepted)) return 'br';
  const parts = parseAccept(accepted.slice(0, ACCEPTED_CHARS_MAX).toLowerCase());
  const weights = new Map(parts.map(({ type, q }) => [type, q]));
  const weigh = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  if (br && weigh('br') > 0 && weigh('br') >= weigh('gzip')) return 'br';
  return gzip && weigh('gzip') > 0 ? 'gzip' : 'identity';
}

/** A response that was sent this often is compressed again, as small as possible. Most pages of a crawl are sent once. */
const SHRINK_AFTER_SENT = 2;
/** Responses are shrunk one at a time, in at most a twentieth of one processor. */
const SHRINK_PAUSE_FACTOR = 19;

/** Compresses the responses that are sent often as small as possible, beside everything else. */
export class Shrinker {
  #nextAtMs = 0;

  shrink(entry: { stored: StoredResponse; sentCount: number; isShrunk: boolean }): void {
    const startedAtMs = performance.now();
    if (entry.isShrunk || entry.sentCount < SHRINK_AFTER_SENT || startedAtMs < this.#nextAtMs) return;
    if (entry.stored.bodies.br === undefined) return;
    this.#nextAtMs = Infinity;
    entry.isShrunk = true;
    shrink(entry.stored)
      .then((stored) => (entry.stored = stored))
      .catch(() => undefined)
      .finally(() => {
        const endedAtMs = performance.now();
        this.#nextAtMs = endedAtMs + SHRINK_PAUSE_FACTOR * (endedAtMs - startedAtMs);
      });
  }
}
