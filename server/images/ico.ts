import { hasErrorCode } from '@/server/base/errors';

/** The largest icon that the format has. */
const SIDE_MAX = 256;
const ENTRY_BYTES = 16;
const BITMAP_HEADER_BYTES = 40;

/** Pixels as RGBA, or the bytes of a PNG. */
type IcoImage = { png: Buffer } | { rgba: Buffer; width: number; height: number };

type Entry = { width: number; bitsPerPixel: number; bytes: Buffer };

/**
 * Reads the largest image of an ICO file: a PNG, or an uncompressed bitmap of 1, 4, 8, 24 or 32 bits per pixel.
 *
 * @returns undefined for anything else.
 * @see "The .ico file format", Raymond Chen, for the mask below the colors.
 */
export function readIco(file: Buffer): IcoImage | undefined {
  try {
    const [largest] = readEntries(file).toSorted(
      (a, b) => b.width - a.width || b.bitsPerPixel - a.bitsPerPixel,
    );
    if (!largest) return undefined;
    const { bytes } = largest;
    return bytes.toString('latin1', 1, 4) === 'PNG' ? { png: bytes } : readBitmap(bytes);
  } catch (error) {
    // A number points behind the end of the file.
    if (hasErrorCode(error, 'ERR_OUT_OF_RANGE')) return undefined;
    throw error;
  }
}

/** The width of the largest image, as the file says. Reads no pixels. */
export function readIcoWidth(file: Buffer): number {
  try {
    return Math.max(0, ...readEntries(file).map(({ width }) => width));
  } catch {
    return 0;
  }
}

function readEntries(file: Buffer): Entry[] {
  return Array.from({ length: Math.min(file.readUInt16LE(4), 64) }, (_, index) => {
    const at = 6 + index * ENTRY_BYTES;
    const start = file.readUInt32LE(at + 12);
    return {
      width: file.readUInt8(at) || SIDE_MAX,
      bitsPerPixel: file.readUInt16LE(at + 6),
      bytes: file.subarray(start, start + file.readUInt32LE(at + 8)),
    };
  });
}

function readBitmap(bytes: Buffer): IcoImage | undefined {
  const headerBytes = bytes.readUInt32LE(0);
  const width = bytes.readInt32LE(4);
  // Twice the height: the colors, then the mask.
  const height = bytes.readInt32LE(8) / 2;
  const bits = bytes.readUInt16LE(14);
  const isPlain = bytes.readUInt32LE(16) === 0;
  const isSquareish = width > 0 && width <= SIDE_MAX && height > 0 && height <= SIDE_MAX;
  if (headerBytes < BITMAP_HEADER_BYTES || !isPlain || !isSquareish || !Number.isInteger(height))
    return undefined;
  if (![1, 4, 8, 24, 32].includes(bits)) return undefined;

  const colorCount = bits > 8 ? 0 : bytes.readUInt32LE(32) || 2 ** bits;
  const colorsAt = headerBytes + colorCount * 4;
  const rowBytes = rowBytesOf(width, bits);
  const maskAt = colorsAt + rowBytes * height;
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    // The first row is the lowest.
    const row = colorsAt + (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const at = bits > 8 ? row + (x * bits) / 8 : headerBytes + readBits(bytes, row, x, bits) * 4;
      const out = (y * width + x) * 4;
      rgba[out] = bytes.readUInt8(at + 2);
      rgba[out + 1] = bytes.readUInt8(at + 1);
      rgba[out + 2] = bytes.readUInt8(at);
      rgba[out + 3] = bits === 32 ? bytes.readUInt8(at + 3) : 255;
    }
  }
  // Old files of 32 bits leave the alpha channel empty.
  const hasAlpha = bits === 32 && rgba.some((value, index) => index % 4 === 3 && value > 0);
  if (!hasAlpha) applyMask(rgba, { mask: bytes.subarray(maskAt), width, height });
  return { rgba, width, height };
}

/** Rows end at a multiple of 4 bytes. */
const rowBytesOf = (width: number, bits: number) => Math.ceil((width * bits) / 32) * 4;

/** A number of 1, 4 or 8 bits. */
function readBits(bytes: Buffer, row: number, x: number, bits: number): number {
  const bit = x * bits;
  const byte = bytes.readUInt8(row + Math.floor(bit / 8));
  return (byte >> (8 - bits - (bit % 8))) & (2 ** bits - 1);
}

/** A set bit of the mask is a transparent pixel. A file may end before the mask. */
function applyMask(
  rgba: Buffer,
  { mask, width, height }: { mask: Buffer; width: number; height: number },
): void {
  const rowBytes = rowBytesOf(width, 1);
  for (let y = 0; y < height; y += 1) {
    const row = (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const isTransparent = row + rowBytes <= mask.length && readBits(mask, row, x, 1) === 1;
      rgba[(y * width + x) * 4 + 3] = isTransparent ? 0 : 255;
    }
  }
}
