import sharp, { type Metadata, type Sharp } from 'sharp';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { IMAGE_SIZES, type ImageSize } from '@/lib/contract/plain/image-url';
import { IMAGE_VARIANTS, type ImageVariant } from './image-files';

/** The bytes are not an image, or one that we do not decode. The message is a sentence for the uploader. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal';
  constructor(
    readonly reason: 'too_large' | 'unsupported_media',
    message: string,
  ) {
    super(message);
  }
}

export type ProcessedImage = {
  /** Width and height of the page size. */
  widthPx: number;
  heightPx: number;
  files: { variant: ImageVariant; bytes: Buffer }[];
};

/** Maximum height as a multiple of the width. Taller images are scaled down. */
const HEIGHT_RATIO_MAX = 2;

// Every allowed format is a parser that an attacker can reach, so all others are blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// One image at a time on one thread, to leave the CPU to requests.
sharp.concurrency(1);
sharp.cache(false);

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixelsMax, failOn: 'error' });

/** Memory that decoding may take. A decoder that keeps the whole image is limited to fewer pixels. */
const DECODED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads only the header, so an image that decompresses to gigabytes is refused before decoding.
 *
 * @throws ImageRefusal
 */
export async function requireImageSize(bytes: Buffer): Promise<void> {
  const header = await readHeader(bytes);
  const { width, height } = header;
  const size = `That image has ${width} × ${height} pixels`;
  if (width * height > IMAGE_LIMITS.pixelsMax) {
    throw new ImageRefusal('too_large', `${size}. Upload a smaller one.`);
  }
  if (width * height * decodedBytesPerPixel(header) > DECODED_BYTES_MAX) {
    throw new ImageRefusal(
      'too_large',
      `${size}, too many for its format. Upload a smaller one, or a plain JPEG.`,
    );
  }
}

/** Memory per pixel, measured; almost none for formats that are decoded line by line. */
function decodedBytesPerPixel({
  format,
  isProgressive,
  channels,
  depth,
  chromaSubsampling,
}: Metadata): number {
  if (format === 'heif') return 17;
  if (format === 'gif') return 8;
  if (format === 'webp') return 4;
  if (!isProgressive) return 0;
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
  return channels * (depth === 'ushort' ? 2 : 1) + 1;
}

async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw unreadable();
  }
}

const unreadable = () =>
  new ImageRefusal('unsupported_media', "We can't read that image. Is the file complete?");

/**
 * Decodes an image and encodes it in every size and format: upright, in sRGB, first frame only, without metadata.
 *
 * @throws ImageRefusal
 */
export async function processImage(bytes: Buffer): Promise<ProcessedImage> {
  const { data, info } = await decode(bytes);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const pixels = () => sharp(data, { raw });
  const { isOpaque } = await pixels().stats();
  const files: ProcessedImage['files'] = [];
  for (const variant of IMAGE_VARIANTS) {
    const sized = pixels().resize(box(variant.size));
    files.push({ variant, bytes: await encode(sized, variant, isOpaque).toBuffer() });
  }
  return { widthPx: info.width, heightPx: info.height, files };
}

async function decode(bytes: Buffer) {
  try {
    return await open(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .resize(box('page'))
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw unreadable();
  }
}

function box(size: ImageSize) {
  const { widthPx } = IMAGE_SIZES[size];
  return {
    width: widthPx,
    height: widthPx * HEIGHT_RATIO_MAX,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
}

function encode(image: Sharp, { format }: ImageVariant, isOpaque: boolean): Sharp {
  if (format === 'avif') return image.avif({ quality: 55, effort: 3 });
  if (format === 'webp') return image.webp({ quality: 78, effort: 4 });
  return isOpaque
    ? image.removeAlpha().jpeg({ quality: 80, mozjpeg: true })
    : image.png({ compressionLevel: 9, palette: true, quality: 90 });
}
