import { pipeline, type Duplex, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errorCode } from '@/server/errno';

// An end that comes too early is what cutting leaves behind; what was there until then counts.
const flushed = { finishFlush: constants.Z_SYNC_FLUSH };

/** By the name in `content-encoding`. */
const decoders = new Map<string, () => Duplex>([
  ['gzip', () => createGunzip(flushed)],
  ['x-gzip', () => createGunzip(flushed)],
  ['deflate', () => createInflate(flushed)],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * The first bytes of a body, decompressed as they come: however little sent unfolds to however much, no more than
 * the limit and one chunk are ever held.
 *
 * @returns undefined when it cannot be decompressed.
 */
export async function readLimited(
  body: Readable,
  coding: string,
  bytesMax: number,
): Promise<{ bytes: Buffer; isCut: boolean } | undefined> {
  if (coding === '' || coding === 'identity') return collect(body, bytesMax);
  const decoder = decoders.get(coding)?.();
  if (!decoder) return undefined;
  // Its failures come out of the decoder.
  pipeline(firstBytes(body, bytesMax), decoder, () => undefined);
  try {
    return await collect(decoder, bytesMax);
  } catch (error) {
    // Of zlib's two families of codes, which tell apart what was packed wrongly from a connection that broke.
    if (/^(?:Z_|ERR_+BROTLI)/.test(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** A stream that unfolds to nothing would otherwise be read for as long as it is sent. */
async function* firstBytes(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    yield chunk;
    if (size >= bytesMax) return;
  }
}

async function collect(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isCut: size > bytesMax };
}
