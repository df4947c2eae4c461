import sharp, { type Sharp } from 'sharp';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { IMAGE_SIZES, type ImageSize } from '@/lib/contract/plain/image-url';
import { IMAGE_VARIANTS, type ImageVariant } from './image-files';

/** Bytes that are no picture, or one that is not decoded. The message is a sentence for whoever sent them. */
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
  /** Of the page size. */
  widthPx: number;
  heightPx: number;
  files: { variant: ImageVariant; bytes: Buffer }[];
};

/** A taller picture is made smaller until it fits: nobody scrolls through a product's card. Of the width. */
const HEIGHT_RATIO_MAX = 2;
const SECONDS_MAX = 30;

// Every format that is not asked for is a parser that an attacker could reach.
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
// One picture at a time on one thread, beside the requests.
sharp.concurrency(1);
sharp.cache(false);

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixelsMax, failOn: 'error' }).timeout({
    seconds: SECONDS_MAX,
  });

/**
 * Looks at the beginning alone, so that a picture that unfolds to gigabytes is refused before it does.
 *
 * @throws ImageRefusal
 */
export async function requireImageSize(bytes: Buffer): Promise<void> {
  const { width, height } = await readSize(bytes);
  if (width * height > IMAGE_LIMITS.pixelsMax) {
    throw new ImageRefusal('too_large', `That picture has ${width} × ${height} pixels. Send a smaller one.`);
  }
}

async function readSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw unreadable();
  }
}

const unreadable = () =>
  new ImageRefusal('unsupported_media', 'That picture cannot be read. Is the file whole?');

/**
 * Decodes a picture and encodes it anew in every size and format: upright, in sRGB, its first frame, without
 * anything that was in the file besides.
 *
 * @throws ImageRefusal
 */
export async function processImage(bytes: Buffer): Promise<ProcessedImage> {
  const { data, info } = await decode(bytes);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const pixels = () => sharp(data, { raw }).timeout({ seconds: SECONDS_MAX });
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
