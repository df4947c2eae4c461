/** Width and height of an icon as a product's mark, twice as large as the largest one on a page. */
export const MARK_PX = 128;

/** The sizes in which every image is stored, in its own aspect ratio. Smaller images are not enlarged. */
export const IMAGE_SIZES = { card: { widthPx: 640 }, page: { widthPx: 1_280 } } as const;
/** A mark is a square of `MARK_PX`, and only in WebP. */
export type ImageSize = keyof typeof IMAGE_SIZES | 'mark';

/** The formats in which each size is stored besides the fallback, best first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const uploadedPath = /\/images\/([\w-]{22})$/;

/** The key in the URL of an image that was uploaded here; undefined for any other URL. */
export const imageKey = (imageURL: string): string | undefined => uploadedPath.exec(imageURL)?.[1];

/**
 * The URLs of one image: `<imageURL>` itself is the page size as PNG or JPEG, which every browser reads;
 * `<imageURL>/card` and `<imageURL>/page` are the sizes, and the suffixes `.avif` and `.webp` the formats;
 * `<imageURL>/mark.webp` is the image as a product's mark.
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

/**
 * Where a product's icon comes from: an upload, its own site, the brand marks of the package `simple-icons`, or its
 * name, of which the server draws the initials.
 */
export const ICON_SOURCES = ['upload', 'site', 'brand', 'generated'] as const;
export type IconSource = (typeof ICON_SOURCES)[number];

/** URL of the tile, the mark that the server draws of a name. */
export const tileURL = (name: string, serverURL: string) => `${serverURL}/tiles/${encodeName(name)}.svg`;

/** The icon of a product. Its key or slug is null without one. */
type IconReference = { name: string; iconKey: string | null; brandSlug: string | null };

export function iconURL({ name, iconKey, brandSlug }: IconReference, serverURL: string): string {
  if (iconKey !== null) return uploadedImageURL(iconKey, serverURL);
  return brandSlug === null ? tileURL(name, serverURL) : `${serverURL}/marks/${brandSlug}.svg`;
}

const brandPath = /\/marks\/([a-z0-9]+)\.svg$/;

/** How many marks one file may have. */
export const MARKS_PER_SHEET = 10;

/** A product's mark, as its URL says: `iconURL` is absent for the tile of the name. */
export type Mark = { name: string; iconURL?: string };

/**
 * URL of several marks in one file. With `#` and an index, the URL shows one of them. Each is an image by its key, a
 * name, or a brand by its slug, which pages show most often and so has no prefix.
 */
export function markSheetURL(marks: readonly Mark[], serverURL: string): string {
  const items = marks.map(({ name, iconURL = '' }) => {
    const key = imageKey(iconURL);
    if (key !== undefined) return `i:${key}`;
    const slug = brandPath.exec(iconURL)?.[1];
    return slug ?? `n:${encodeName(name)}`;
  });
  return `${serverURL}/marks?of=${items.join()}`;
}

/** Whether the server draws the mark, for a light page. Any other mark is an image. */
export const isDrawnMark = ({ iconURL = '' }: Mark) => imageKey(iconURL) === undefined;

/** URL of a file that has only this mark. */
export function markURL(mark: Mark, serverURL: string): string {
  const { name, iconURL = '' } = mark;
  if (!isDrawnMark(mark)) return imageVariantURL(iconURL, 'mark', 'webp');
  return brandPath.test(iconURL) ? `${markSheetURL([mark], serverURL)}#m0` : tileURL(name, serverURL);
}

// A name that is being typed may contain half a character, which has no encoding.
const encodeName = (name: string) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\u{FFFD}'));
