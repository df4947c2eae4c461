import type { ImageType } from '@/lib/contract/image';
import { IMAGE_FORMATS, type ImageFormat, type ImageSize } from '@/lib/contract/plain/image-url';

export type ImageVariant = { size: ImageSize; format: ImageFormat | 'fallback' };

/** The image as a product's mark: a square. */
export const MARK_VARIANT = { size: 'mark', format: 'webp' } as const;

/** The image as large as it is stored, in a format that every program reads. */
export const LARGE_VARIANT = { size: 'page', format: 'fallback' } as const;

/** Every file that is stored for one image. */
export const IMAGE_VARIANTS: readonly ImageVariant[] = [
  ...IMAGE_FORMATS.flatMap((format) => [
    { size: 'card' as const, format },
    { size: 'page' as const, format },
  ]),
  { size: 'card', format: 'fallback' },
  { size: 'page', format: 'fallback' },
  MARK_VARIANT,
];

/** Name in the image store. The fallback has no ending, because it is PNG or JPEG. */
export const variantFile = (key: string, { size, format }: ImageVariant) =>
  format === 'fallback' ? `${key}/${size}` : `${key}/${size}.${format}`;

/** Name of the uploaded original until it is processed. It is never served. */
export const originalFile = (key: string) => `${key}/original`;

export const filesOf = (key: string) => [
  originalFile(key),
  ...IMAGE_VARIANTS.map((variant) => variantFile(key, variant)),
];

/** Parses the ending that `imageVariantURL` writes. An image URL without an ending means the page size. */
export function readVariant(ending: string | undefined): ImageVariant | undefined {
  const [, size, format = 'fallback'] = /^(card|page|mark)(?:\.(avif|webp))?$/.exec(ending ?? 'page') ?? [];
  return IMAGE_VARIANTS.find((variant) => variant.size === size && variant.format === format);
}

/** The types that the icon of a site may have, and an upload may not. */
export function iconKind(bytes: Buffer): 'ico' | 'svg' | undefined {
  if (bytes.length > 6 && bytes.readUInt32LE(0) === 0x00010000) return 'ico';
  const start = bytes.toString('utf8', 0, 4_096);
  return /^\uFEFF?\s*<[?!s]/i.test(start) && /<svg[\s>]/i.test(start) ? 'svg' : undefined;
}

/** Detects the image type by the first bytes, regardless of the file name. Undefined for unsupported types. */
export function imageKind(bytes: Buffer): ImageType | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  // The AVIF brand may follow a more general one.
  return text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 40)) ? 'image/avif' : undefined;
}
