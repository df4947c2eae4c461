import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzipSync, gzip } from 'node:zlib';

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
  /** Of the body. `identity` is left out where it is rarely asked for: it is unpacked from gzip. */
  bodies: { br?: Body; gzip?: Body; identity?: Body };
  /** Names and values in turn, as `writeHead` sends them without copying. */
  heads: Record<Encoding | 'notModified', readonly string[]>;
};

type StoredParts = {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  /** Keeps the body as it is beside the compressed ones. */
  keepsIdentity?: boolean;
};

const toBrotli = (body: Buffer, level: number) =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });

/** At levels that are fast enough while a visitor waits: 3 ms for a page of 70 KB. */
export async function compress(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const [br, gz] = await Promise.all([toBrotli(body, 5), promisify(gzip)(body)]);
  return { br, gzip: gz };
}

/** The same response with a tenth fewer bytes in Brotli, which takes a thread 100 ms for a page of 70 KB. */
async function shrink(stored: StoredResponse): Promise<StoredResponse> {
  const { bodies, heads } = stored;
  if (!bodies.br) return stored;
  const br = await toBrotli(
    await promisify(brotliDecompress)(unpack(bodies.br)),
    constants.BROTLI_MAX_QUALITY,
  );
  const withLength = heads.br.map((value, index) =>
    heads.br[index - 1] === 'content-length' ? String(br.length) : value,
  );
  return { ...stored, bodies: { ...bodies, br: pack(br) }, heads: { ...heads, br: withLength } };
}

/** The tag is weak, because the encodings of one body share it. */
export function storeResponse({
  status,
  headers,
  body,
  br,
  gzip,
  keepsIdentity = true,
}: StoredParts): StoredResponse {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const isCompressed = br !== undefined || gzip !== undefined;
  const vary = [headers.get('vary') ?? [], isCompressed ? 'accept-encoding' : []].flat().join(', ');
  const common = [...new Map([...headers, ['etag', etag], ['vary', vary]])]
    .filter(([, value]) => value !== '')
    .flat();
  const head = (bytes: Buffer | undefined, encoding?: Encoding) =>
    bytes === undefined
      ? []
      : [
          ...common,
          ...(encoding ? ['content-encoding', encoding] : []),
          ...['content-length', String(bytes.length)],
        ];
  return {
    status,
    etag,
    bodies: {
      br: br && pack(br),
      gzip: gzip && pack(gzip),
      ...((keepsIdentity || !gzip) && { identity: pack(body) }),
    },
    heads: { br: head(br, 'br'), gzip: head(gzip, 'gzip'), identity: head(body), notModified: common },
  };
}

/** The memory that a stored response takes, in bytes. The heads are about 2 KB. */
export const sizeOf = ({ bodies }: StoredResponse): number =>
  2_048 + [bodies.br, bodies.gzip, bodies.identity].reduce((sum, body) => sum + (body?.length ?? 0), 0);

/** Sends a stored response to a GET or HEAD request. @param added headers of this request alone, names and values in turn. */
export function sendStored(
  stored: StoredResponse,
  { req, res, added }: { req: IncomingMessage; res: ServerResponse; added: readonly string[] },
): void {
  const { heads, bodies, etag, status } = stored;
  const condition = req.headers['if-none-match'];
  if (status === 200 && condition !== undefined && hasTag(condition, etag)) {
    res.writeHead(304, [...heads.notModified, ...added]).end();
    return;
  }
  const encoding = chooseEncoding(req.headers['accept-encoding'], bodies);
  res.writeHead(status, [...heads[encoding], ...added]);
  if (req.method === 'HEAD') res.end();
  else res.end(bodies[encoding] ?? (bodies.gzip && gunzipSync(unpack(bodies.gzip))), 'latin1');
}

/** Compares weakly (RFC 9110, 13.1.2). */
const hasTag = (condition: string, etag: string) =>
  condition === etag ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));

/** What browsers send. Any other value is parsed. */
const browserEncodings = new Set(['gzip, deflate, br, zstd', 'gzip, deflate, br']);

/** The smallest encoding that the client accepts (RFC 9110, 12.5.3). */
function chooseEncoding(accepted: string | undefined, { br, gzip }: StoredResponse['bodies']): Encoding {
  if (accepted === undefined) return 'identity';
  if (br && browserEncodings.has(accepted)) return 'br';
  const weights = new Map(accepted.toLowerCase().split(',', 20).map(readWeight));
  const weigh = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  if (br && weigh('br') > 0 && weigh('br') >= weigh('gzip')) return 'br';
  return gzip && weigh('gzip') > 0 ? 'gzip' : 'identity';
}

function readWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/** A response that was sent this often is compressed again, as small as possible. */
const SHRINK_AFTER_SENT = 20;
/** Responses are shrunk one at a time, in at most a twentieth of one processor. */
const SHRINK_PAUSE_FACTOR = 19;

/** Compresses the responses that are sent often as small as possible, beside everything else. */
export class Shrinker {
  #nextAtMs = 0;

  shrink(entry: { stored: StoredResponse; sentCount: number; isShrunk: boolean }): void {
    const startedAtMs = performance.now();
    if (entry.isShrunk || entry.sentCount < SHRINK_AFTER_SENT || startedAtMs < this.#nextAtMs) return;
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
