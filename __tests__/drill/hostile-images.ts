import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export type NamedImage = { name: string; make: () => Promise<Buffer> };

/** What `DECODED_BYTES_MAX` allows. */
const decodedBytesMax = 64 * 1024 * 1024;
/** The largest square that is accepted of a format that decodes to this many bytes per pixel. */
const square = (bytesPerPixel: number) => {
  const sidePx = Math.floor(Math.sqrt(decodedBytesMax / bytesPerPixel));
  return plain(sidePx, sidePx);
};

const plain = (widthPx: number, heightPx: number) =>
  sharp({
    create: {
      width: widthPx,
      height: heightPx,
      channels: 4,
      background: { r: 9, g: 99, b: 200, alpha: 0.5 },
    },
  });
const noise = (widthPx: number, heightPx: number) =>
  sharp({
    create: {
      width: widthPx,
      height: heightPx,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
const bytesOf = (image: Sharp) => image.toBuffer();

/** Frames of different colors. */
function animation(frames: number, px: number): Sharp {
  const pixels = Buffer.alloc(frames * px * px * 4, 255);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill(frame % 256, frame * px * px * 4, (frame + 0.5) * px * px * 4);
  return sharp(pixels, { raw: { width: px, height: frames * px, channels: 4, pageHeight: px } });
}

/** What people upload. */
export const pictures: NamedImage[] = [
  { name: '12 MP photo', make: () => bytesOf(noise(4_000, 3_000).jpeg({ quality: 60 })) },
  { name: 'screenshot', make: () => bytesOf(plain(2_560, 1_440).png()) },
  { name: 'logo', make: () => bytesOf(plain(512, 512).webp()) },
  { name: '24 MP photo', make: () => bytesOf(noise(6_000, 4_000).jpeg({ quality: 30 })) },
];

const truncated = async (image: Promise<Buffer>) => {
  const bytes = await image;
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};

/** Small files that cost as much memory or time as the limits allow, four at a time. */
export const bombs: NamedImage[][] = [
  [
    { name: '16000 × 16000 PNG', make: () => bytesOf(plain(16_000, 16_000).png()) },
    { name: 'gzipped SVG', make: () => Promise.resolve(gzipSync(`<svg>${' '.repeat(50_000_000)}</svg>`)) },
    { name: 'GIF of 2,000 frames', make: () => bytesOf(animation(2_000, 64).gif()) },
    {
      name: 'truncated JPEG',
      make: () => truncated(bytesOf(noise(4_000, 2_700).jpeg({ progressive: true }))),
    },
  ],
  [
    {
      name: 'interlaced 16-bit PNG',
      make: () => bytesOf(square(9).toColourspace('rgb16').png({ progressive: true })),
    },
    {
      name: 'progressive JPEG',
      make: () => bytesOf(square(6).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })),
    },
    { name: 'lossless WebP', make: () => bytesOf(square(4).webp({ lossless: true })) },
    { name: 'AVIF', make: () => bytesOf(square(17).avif({ effort: 0, chromaSubsampling: '4:4:4' })) },
  ],
  [
    { name: 'GIF of one large frame', make: () => bytesOf(square(8).gif()) },
    { name: 'animated WebP', make: () => bytesOf(animation(300, 512).webp({ effort: 0 })) },
    { name: 'noisy AVIF', make: () => bytesOf(noise(1_980, 1_980).avif({ effort: 0, quality: 20 })) },
    {
      name: 'noisy 16-bit PNG',
      make: () => bytesOf(noise(1_100, 1_100).toColourspace('rgb16').png({ progressive: true })),
    },
  ],
];
