import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** The colors of icons, so that a test can tell which of them a mark shows. */
export const COLORS = { red: '#c81e1e', green: '#1ea03c', blue: '#1e50c8', amber: '#dc9614' } as const;
export type Color = keyof typeof COLORS;

const canvas = (px: number, color: Color) =>
  sharp({ create: { width: px, height: px, channels: 3, background: COLORS[color] } });

export const png = (px: number, color: Color) => canvas(px, color).png().toBuffer();
export const jpeg = (px: number, color: Color) => canvas(px, color).jpeg().toBuffer();
export const webp = (px: number, color: Color) => canvas(px, color).webp().toBuffer();
export const gif = (px: number, color: Color) => canvas(px, color).gif().toBuffer();

/** An SVG that its color fills, with more before it. */
export const svg = (color: Color, { more = '', size = 'viewBox="0 0 64 64"', before = '' } = {}) =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${more}<path fill="${COLORS[color]}" d="M0 0h100000v100000H0z"/></svg>`,
  );

/** An ICO file with one image. */
export function ico(px: number, image: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(px % 256, 6);
  header.writeUInt8(px % 256, 7);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

/** An uncompressed bitmap as in an ICO file, filled with one color. Bits of 1 and 8 use a palette. */
export function bitmap(px: number, color: Color, bits: 1 | 8 | 24 | 32): Buffer {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(COLORS[color].slice(at, at + 2), 16));
  const pixel = Buffer.from([blue ?? 0, green ?? 0, red ?? 0, 255]);
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(px, 4);
  header.writeInt32LE(2 * px, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  const palette = bits <= 8 ? Buffer.concat(Array.from({ length: 2 ** bits }, () => pixel)) : Buffer.alloc(0);
  const rowBytes = Math.ceil((px * bits) / 32) * 4;
  const row = Buffer.alloc(rowBytes);
  if (bits > 8) for (let x = 0; x < px; x += 1) pixel.copy(row, (x * bits) / 8, 0, bits / 8);
  const mask = Buffer.alloc(Math.ceil(px / 32) * 4 * px);
  return Buffer.concat([header, palette, ...Array.from({ length: px }, () => row), mask]);
}

/** A PNG whose header says that it is a square of so many pixels. */
export function withPixels(file: Buffer, px: number): Buffer {
  const claimed = Buffer.from(file);
  claimed.writeUInt32BE(px, 16);
  claimed.writeUInt32BE(px, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return claimed;
}
