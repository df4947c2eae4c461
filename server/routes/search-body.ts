import { gunzipSync } from 'node:zlib';
import { SEARCH_RATE_LIMITS } from '@/lib/contract/rate-limits';
import type { AppContext } from '@/server/context';
import { limited } from '@/server/http/every-call';
import { readDeclaredBody } from '@/server/http/request-body';
import { SearchRequestError } from '@/server/search/algolia-protocol';
import { parseJSON } from '@/server/text/bounded-json';

const bodyBytesMax = 64 * 1024;
/** A longer body, and any that is packed, counts as a search before it is unpacked and parsed. */
const cheapBytesMax = 4 * 1024;

/** @throws ApiError `rate_limited` */
export const countSearch = (c: AppContext) => limited(c, SEARCH_RATE_LIMITS, {}, () => Promise.resolve());

/**
 * JSON whatever its type is called: browsers send it as text/plain, which needs no asking beforehand.
 * Algolia's client for Node may pack it.
 */
export async function readSearchBody(c: AppContext): Promise<unknown> {
  const sent = (await readDeclaredBody(c, bodyBytesMax)) ?? (await readCounted(c));
  const isPacked = sent[0] === 0x1f && sent[1] === 0x8b;
  if (isPacked || sent.byteLength > cheapBytesMax) await countSearch(c);
  try {
    const bytes = isPacked ? gunzipSync(sent, { maxOutputLength: bodyBytesMax }) : sent;
    return parseJSON(bytes.toString('utf8') || '{}');
  } catch {
    throw new SearchRequestError('Invalid JSON');
  }
}

async function readCounted(c: AppContext): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) throw new SearchRequestError('The request is too large', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
