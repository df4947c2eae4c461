// Without zod: every list of products uses it, and most pages load no schema.

/** The sizes in which every image is stored, in its own aspect ratio. Smaller images are not enlarged. */
export const IMAGE_SIZES = { card: { widthPx: 640 }, page: { widthPx: 1_280 } } as const;
export type ImageSize = keyof typeof IMAGE_SIZES;

/** The formats in which each size is stored besides the fallback, best first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const uploadedPath = /\/images\/([\w-]{22})$/;

/** The key in the URL of an image that was uploaded here; undefined for any other URL. */
export const imageKey = (imageURL: string): string | undefined => uploadedPath.exec(imageURL)?.[1];

/**
 * The URLs of one image: `<imageURL>` itself is the page size as PNG or JPEG, which every browser reads;
 * `<imageURL>/card` and `<imageURL>/page` are the sizes, and the suffixes `.avif` and `.webp` the formats.
 */
export const imageVariantURL = (imageURL: string, size: ImageSize, format?: ImageFormat): string =>
  `${imageURL}/${size}${format ? `.${format}` : ''}`;

/**
 * `srcset` of an image: with a format for `<source type="image/avif">` and the like, without for `<img>`.
 * Undefined for a tile or any other image that was not uploaded here, which has one size.
 */
export function imageSrcSet(imageURL: string, format?: ImageFormat): string | undefined {
  if (imageKey(imageURL) === undefined) return undefined;
  const { card, page } = IMAGE_SIZES;
  return [
    `${imageVariantURL(imageURL, 'card', format)} ${card.widthPx}w`,
    `${imageVariantURL(imageURL, 'page', format)} ${page.widthPx}w`,
  ].join(', ');
}

/** URL of an uploaded image. `serverURL` is the prefix of every URL of the product server. */
export const uploadedImageURL = (key: string, serverURL: string) => `${serverURL}/images/${key}`;

/** URL of the generated image of a product with this name. */
export const tileURL = (name: string, serverURL: string) => `${serverURL}/tiles/${encodeName(name)}.svg`;

/** How many tiles one file may have. */
export const TILES_PER_SHEET = 10;

/** URL of the tiles of several names in one file. With `#` and an index, the URL shows one of them. */
export const tileSheetURL = (names: readonly string[], serverURL: string) =>
  `${serverURL}/tiles?names=${names.map(encodeName).join()}`;

// A name that is being typed may contain half a character, which has no encoding.
const encodeName = (name: string) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\u{FFFD}'));

/** URL of a product's uploaded image, or of its tile. */
export const productImageURL = (product: { name: string; imageKey: string | null }, serverURL: string) =>
  product.imageKey === null
    ? tileURL(product.name, serverURL)
    : uploadedImageURL(product.imageKey, serverURL);
