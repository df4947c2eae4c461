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
