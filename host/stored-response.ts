import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

/** A whole response that is the same for everyone, ready to be sent again. */
export type StoredResponse = {
  status: number;
  etag: string;
  /** Of the body. `identity` is left out where it is rarely asked for: it is unpacked from gzip. */
  bodies: { br?: Buffer; gzip?: Buffer; identity?: Buffer };
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
  const common = [...headers, ['etag', etag], ...(isCompressed ? [['vary', 'accept-encoding']] : [])].flat();
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
    bodies: { br, gzip, ...((keepsIdentity || !gzip) && { identity: body }) },
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
  else res.end(bodies[encoding] ?? (bodies.gzip && gunzipSync(bodies.gzip)));
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
