import { pipeline, type Duplex, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errorCode } from '@/server/base/errors';

// A cut body ends early. What was decompressed until then is used.
const flushed = { finishFlush: constants.Z_SYNC_FLUSH };

/** Decoders by their name in `content-encoding`. */
const decoders = new Map<string, () => Duplex>([
  ['gzip', () => createGunzip(flushed)],
  ['x-gzip', () => createGunzip(flushed)],
  ['deflate', () => createInflate(flushed)],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * Reads the first bytes of a body and decompresses them as they arrive. Memory is bounded by the limit and one chunk,
 * whatever the compression ratio.
 *
 * @returns undefined if the body cannot be decompressed.
 */
export async function readLimited(
  body: Readable,
  coding: string,
  bytesMax: number,
): Promise<{ bytes: Buffer; isCut: boolean } | undefined> {
  if (coding === '' || coding === 'identity') return collect(body, bytesMax);
  const decoder = decoders.get(coding)?.();
  if (!decoder) return undefined;
  // Errors surface when the decoder is read. A stream that decompresses to nothing would be read forever without a limit.
  pipeline(firstBytes(body, bytesMax), decoder, () => undefined);
  try {
    return await collect(decoder, bytesMax);
  } catch (error) {
    // The error codes distinguish invalid data from a broken connection: Z_DATA_ERROR, ERR__ERROR_FORMAT_PADDING_1.
    if (/^(?:Z_|ERR_+(?:BROTLI|ERROR)_)/.test(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Ends after the chunk with the last of these bytes. */
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
  for await (const chunk of firstBytes(stream, bytesMax + 1)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, bytesMax), isCut: bytes.length > bytesMax };
}
