import * as z from 'zod/mini';
import { defineCall } from './call';

export const IMAGE_LIMITS = {
  bytesMax: 8 * 1024 * 1024,
  /** Width times height: 8K. */
  pixelsMax: 33_177_600,
  /** How long an upload waits to become the picture of something. */
  unusedHours: 24,
} as const;

/** What a member may upload. Decided by the first bytes, never by the name. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** The sizes in which every picture is kept, its shape unchanged; a smaller one is not enlarged. */
export const IMAGE_SIZES = { card: { widthPx: 640 }, page: { widthPx: 1_280 } } as const;
export type ImageSize = keyof typeof IMAGE_SIZES;

/** The formats in which each size is kept beside the fallback, best first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const uploadedPath = /\/images\/([\w-]{22})$/;

/** The key in the address of a picture that was uploaded here; undefined for any other address. */
export const imageKey = (imageURL: string): string | undefined => uploadedPath.exec(imageURL)?.[1];

/**
 * The addresses of one picture: `<imageURL>` itself is the page size as PNG or JPEG, which every browser reads;
 * `<imageURL>/card` and `<imageURL>/page` are the sizes, `.avif` and `.webp` behind them the formats.
 */
export const imageVariantURL = (imageURL: string, size: ImageSize, format?: ImageFormat): string =>
  `${imageURL}/${size}${format ? `.${format}` : ''}`;

/**
 * `srcset` of a picture, for `<source type="image/avif">` and its like with a format, for `<img>` without.
 * Undefined for a tile or any other picture that was not uploaded here: it has one size.
 */
export function imageSrcSet(imageURL: string, format?: ImageFormat): string | undefined {
  if (imageKey(imageURL) === undefined) return undefined;
  const { card, page } = IMAGE_SIZES;
  return [
    `${imageVariantURL(imageURL, 'card', format)} ${card.widthPx}w`,
    `${imageVariantURL(imageURL, 'page', format)} ${page.widthPx}w`,
  ].join(', ');
}

export const uploadImageCall = defineCall({
  method: 'post',
  path: '/user/private/images',
  summary:
    'Takes a picture (PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB). Its address answers `processing` until it is ready, then the picture; `unsupported_media` if it turned out to be unreadable.',
  access: 'member',
  body: z.object({ file: z.file('Choose a picture.') }),
  bodyTypes: ['multipart/form-data'],
  bodyBytesMax: IMAGE_LIMITS.bytesMax + 64 * 1024,
  answer: z.object({ imageURL: z.string() }),
  status: 202,
  errors: ['bad_request', 'too_large', 'unsupported_media', 'rate_limited'],
});
