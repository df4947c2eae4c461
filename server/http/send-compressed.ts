import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { accepts } from 'hono/accepts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '@/server/context';

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);

/** The compressed texts that were sent last, by their hashes. A stream for each response would keep the collector busy. */
const compressedTexts = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (bytes) => bytes.length + 1_024,
});

/** Sends a text that many ask for: compressed once, and with the hash that Hono's `etag` compares. */
export async function sendCompressed(
  c: AppContext,
  text: string,
  headers: Record<string, string>,
): Promise<Response> {
  const hash = createHash('sha1').update(text).digest('base64url');
  c.header('etag', `W/"${hash}"`);
  if (!chooseEncoding(c, ['gzip'])) return c.body(text, 200, headers);
  const bytes = compressedTexts.get(hash) ?? (await gzipInThread(text));
  compressedTexts.set(hash, bytes);
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-encoding': 'gzip' });
}

/** Smaller bodies fit into one packet as they are. */
const COMPRESSED_FROM_CHARS = 1_024;
/** Compressing a longer text here would keep others waiting: a search of 1,000 long texts for 0.1 s. */
const COMPRESSED_HERE_CHARS_MAX = 64 * 1024;
/** Takes 0.1 ms for an answer of 14 KB and leaves 3 KB. Higher levels save little more. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Sends a text that few ask for, compressed for this response alone. For public texts alone: the length of a compressed
 * response can tell what is secret in the text (BREACH).
 */
export async function sendCompressedOnce(
  c: AppContext,
  text: string,
  status: ContentfulStatusCode,
  headers: Record<string, string>,
): Promise<Response> {
  if (text.length < COMPRESSED_FROM_CHARS) return c.body(text, status, headers);
  const encoding = chooseEncoding(c, ['br', 'gzip']);
  if (!encoding) return c.body(text, status, headers);
  const isLong = text.length > COMPRESSED_HERE_CHARS_MAX;
  const bytes =
    encoding === 'br'
      ? await (isLong ? brotliInThread : brotliCompressSync)(text, fastBrotli)
      : await (isLong ? gzipInThread : gzipSync)(text);
  return c.body(new Uint8Array(bytes), status, { ...headers, 'content-encoding': encoding });
}

function chooseEncoding<Encoding extends string>(
  c: AppContext,
  supported: readonly Encoding[],
): Encoding | undefined {
  c.header('vary', 'Accept-Encoding', { append: true });
  return supported.find(
    (encoding) => accepts(c, { header: 'Accept-Encoding', supports: [encoding], default: '' }) === encoding,
  );
}
