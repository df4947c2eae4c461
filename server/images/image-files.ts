import { IMAGE_FORMATS, type ImageFormat, type ImageSize } from '@/lib/contract/plain/image-url';

export type ImageVariant = { size: ImageSize; format: ImageFormat | 'fallback' };

/** Every file that is kept of one picture. */
export const IMAGE_VARIANTS: readonly ImageVariant[] = [
  ...IMAGE_FORMATS.flatMap((format) => [
    { size: 'card' as const, format },
    { size: 'page' as const, format },
  ]),
  { size: 'card', format: 'fallback' },
  { size: 'page', format: 'fallback' },
];

/** The name in the store; the fallback has no ending, because it is PNG or JPEG. */
export const variantFile = (key: string, { size, format }: ImageVariant) =>
  format === 'fallback' ? `${key}/${size}` : `${key}/${size}.${format}`;

/** Where an upload waits as it came; it is never served, and deleted once it was processed. */
export const originalFile = (key: string) => `${key}/original`;

export const filesOf = (key: string) => [
  originalFile(key),
  ...IMAGE_VARIANTS.map((variant) => variantFile(key, variant)),
];

/** Reads the end of a picture's address, as `imageVariantURL` writes it; the picture itself is its page size. */
export function readVariant(ending: string | undefined): ImageVariant | undefined {
  const [, size, format = 'fallback'] = /^(card|page)(?:\.(avif|webp))?$/.exec(ending ?? 'page') ?? [];
  return IMAGE_VARIANTS.find((variant) => variant.size === size && variant.format === format);
}
