import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { accepts } from 'hono/accepts';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '@/server/context';

const compress = promisify(gzip);

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
  c.header('vary', 'Accept-Encoding', { append: true });
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: ['gzip', 'identity'],
    default: 'identity',
  });
  if (encoding !== 'gzip') return c.body(text, 200, headers);
  const bytes = compressedTexts.get(hash) ?? (await compress(text));
  compressedTexts.set(hash, bytes);
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-encoding': 'gzip' });
}
