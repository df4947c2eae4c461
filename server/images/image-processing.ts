import { type StoredText, sayStored } from '@/server/base/stored-text';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { IMAGE_SIZES, type ImageSize } from '@/lib/contract/plain/image-url';
import { iconKind, imageKind, IMAGE_VARIANTS, type ImageVariant, MARK_VARIANT } from './image-files';
import { readIco, readIcoWidth } from './ico';
import { drawMark } from './mark';
import { text } from '@/lib/texts/texts';

/** The bytes are not an image, or one that we do not decode. The message is a sentence for the uploader. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal';
  constructor(
    readonly reason: 'too_large' | 'unsupported_media',
    readonly text: StoredText,
  ) {
    super(sayStored(text));
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
 * @returns the size in pixels.
 * @throws ImageRefusal
 */
export async function requireImageSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  const header = await readHeader(bytes);
  const { width, height } = header;
  if (width * height > IMAGE_LIMITS.pixelsMax) {
    throw new ImageRefusal(
      'too_large',
      text('image.tooManyPixels', 'That image has {width} × {height} pixels. Upload a smaller one.', {
        width,
        height,
      }),
    );
  }
  if (width * height * decodedBytesPerPixel(header) > DECODED_BYTES_MAX) {
    throw new ImageRefusal(
      'too_large',
      text(
        'image.tooManyForFormat',
        'That image has {width} × {height} pixels, too many for its format. Upload a smaller one, or a plain JPEG.',
        { width, height },
      ),
    );
  }
  return { width, height };
}

/**
 * Reads only the header of a site's icon, which may have types that are refused as uploads.
 *
 * @param pxMin of its shorter side. An SVG has every size.
 * @throws ImageRefusal
 */
export async function requireIcon(bytes: Buffer, pxMin: number): Promise<void> {
  const kind = iconKind(bytes);
  if (kind === 'svg') return requireSafeSVG(bytes);
  const px = kind === 'ico' ? readIcoWidth(bytes) : await shorterSideOf(bytes);
  if (px < pxMin)
    throw new ImageRefusal(
      'unsupported_media',
      text(
        'image.iconTooSmall',
        'That image is {pixels} pixels wide or high. It needs at least {pixelsMin}.',
        {
          pixels: px,
          pixelsMin: pxMin,
        },
      ),
    );
}

async function shorterSideOf(bytes: Buffer): Promise<number> {
  if (!imageKind(bytes))
    throw new ImageRefusal(
      'unsupported_media',
      text('image.logoFormats', 'Use an SVG, PNG, JPEG, WebP, GIF, AVIF or ICO image.'),
    );
  const { width, height } = await requireImageSize(bytes);
  return Math.min(width, height);
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
  new ImageRefusal(
    'unsupported_media',
    text('image.unreadable', "We can't read that image. Is the file complete?"),
  );

/**
 * Decodes an image and encodes it in every size and format: upright, in sRGB, first frame only, without metadata.
 *
 * @throws ImageRefusal
 */
export async function processImage(bytes: Buffer): Promise<ProcessedImage> {
  const { data, info } = await decode(await openAny(bytes));
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const pixels = () => sharp(data, { raw });
  const { isOpaque } = await pixels().stats();
  const files: ProcessedImage['files'] = [];
  for (const variant of IMAGE_VARIANTS) {
    if (variant.size === 'mark') continue;
    const sized = pixels().resize(box(variant.size));
    files.push({ variant, bytes: await encode(sized, variant, isOpaque).toBuffer() });
  }
  files.push({ variant: MARK_VARIANT, bytes: await drawMark({ data, info }) });
  return { widthPx: info.width, heightPx: info.height, files };
}

/** Opens an upload or an icon. Runs in the child process alone, because SVG is a language. */
async function openAny(bytes: Buffer): Promise<Sharp> {
  const kind = iconKind(bytes);
  if (kind === undefined) return open(bytes);
  if (kind === 'svg') return open(await rasterize(bytes));
  const icon = readIco(bytes);
  if (!icon) throw unreadable();
  if ('png' in icon) {
    await requireImageSize(icon.png);
    return open(icon.png);
  }
  return sharp(icon.rgba, { raw: { width: icon.width, height: icon.height, channels: 4 } });
}

/** What could make an SVG refer to other files, contain other languages, or grow while it is read. */
const UNSAFE_SVG = /<!ENTITY|<(?:[\w.-]+:)?(?:image|feImage|foreignObject)\b/i;
const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] };
/** The size of the drawing at the lowest density. */
const SVG_PIXELS_MAX = 4_194_304;
/** Pixels per inch at which a unit of SVG is a pixel. */
const SVG_DENSITY = 72;
function requireSafeSVG(svg: Buffer): void {
  if (svg.length > IMAGE_LIMITS.svgBytesMax)
    throw new ImageRefusal(
      'too_large',
      text('image.svgTooLarge', 'An SVG may have at most 256 KiB. Simplify it, or use a PNG.'),
    );
  if (UNSAFE_SVG.test(svg.toString('utf8')))
    throw new ImageRefusal(
      'unsupported_media',
      text(
        'image.svgUnsafe',
        'That SVG contains an image, HTML or an entity, which we do not draw. Convert it to plain shapes, or use a PNG.',
      ),
    );
}

/** The largest icon of a site. */
const SVG_PX = 512;

/** Draws an SVG as PNG, as large as it is shown anywhere. What the drawing does not show, such as a script, is gone. */
async function rasterize(svg: Buffer): Promise<Buffer> {
  requireSafeSVG(svg);
  sharp.unblock(SVG_LOADER);
  try {
    const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
    const density = Math.min(Math.max((SVG_DENSITY * SVG_PX) / Math.max(width, height), 1), 10_000);
    return await sharp(svg, { density, limitInputPixels: SVG_PIXELS_MAX }).png().toBuffer();
  } catch {
    throw unreadable();
  } finally {
    sharp.block(SVG_LOADER);
  }
}

async function decode(image: Sharp) {
  try {
    return await image
      .autoOrient()
      .toColourspace('srgb')
      .resize(box('page'))
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw unreadable();
  }
}

function box(size: Exclude<ImageSize, 'mark'>) {
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
