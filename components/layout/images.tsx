import { useImageRetry } from '@/hooks/use-image-retry';
import { IMAGE_FORMATS, imageSrcSet, isDrawnMark, type Mark } from '@/lib/contract/plain/image-url';
import { markURL, tileURL } from '@/lib/pages/paths';

type ResponsiveImageProps = {
  src: string;
  /** Shown while the image is being processed, and permanently if it can't be loaded. By default an empty box. */
  fallbackSrc?: string;
  /** Displayed width, in the syntax of the `sizes` attribute. */
  sizes: string;
  width: number;
  height: number;
  className: string;
  /** Loads immediately, for images in the first view. */
  isEager?: boolean;
};

/** A decorative image. Uploaded images load in the smallest size and best format that the browser supports. */
export function ResponsiveImage({ fallbackSrc, sizes, isEager = false, ...rest }: ResponsiveImageProps) {
  const { key, image, src, recover } = useImageRetry(rest.src, fallbackSrc);
  const srcSet = src && imageSrcSet(src);
  // Always a <picture>: React preloads every other image, ahead of the page's scripts.
  return (
    <picture key={key} className="contents">
      {src &&
        srcSet &&
        IMAGE_FORMATS.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={imageSrcSet(src, format)} sizes={sizes} />
        ))}
      <img
        {...rest}
        ref={image}
        src={src}
        {...(srcSet && { srcSet, sizes })}
        alt=""
        loading={isEager ? undefined : 'lazy'}
        decoding="async"
        onError={recover}
      />
    </picture>
  );
}

type ProductScreenshotProps = {
  /** `screenshotURL` of a product that has one. A product without a screenshot shows no image. */
  src: string;
  /** Displayed width, in the syntax of the `sizes` attribute. */
  sizes: string;
  /** Sets the width. The height follows. */
  className?: string;
  isEager?: boolean;
};

/** A picture of a product at work, cut to 16:10. Decorative: what it shows, the page says. */
export function ProductScreenshot({ src, sizes, className = 'w-full', isEager }: ProductScreenshotProps) {
  return (
    <ResponsiveImage
      src={src}
      sizes={sizes}
      width={640}
      height={400}
      className={`aspect-[16/10] h-auto rounded-card bg-raised object-cover ${className}`}
      isEager={isEager}
    />
  );
}

/** `menu`: 24 px. `hit`: 36. `list`: 48, and 56 on a phone. `page`: 64. */
const MARK_SIZES = {
  menu: 'size-6 rounded-control',
  hit: 'size-9',
  list: 'size-14 sm:size-12',
  page: 'size-16',
} as const;

type ProductMarkProps = {
  product: Mark;
  /** The file that has the marks of the whole list, from `listMarkURLs`. */
  src?: string;
  size: keyof typeof MARK_SIZES;
  /** The mark is in the first view and loads at once. */
  isEager?: boolean;
};

/**
 * The mark of a product: a decorative square, because the product's name is always beside it. Marks that the server
 * draws are made for a light page; the class `mark-drawn` inverts them on a dark one.
 */
export function ProductMark({ product, src = markURL(product), size, isEager = false }: ProductMarkProps) {
  const { key, image, src: shown, recover } = useImageRetry(src, tileURL(product.name));
  // Always a <picture>: React preloads every other image, ahead of the page's scripts.
  return (
    <picture key={key} className={`mark ${isDrawnMark(product) ? 'mark-drawn' : ''} ${MARK_SIZES[size]}`}>
      <img
        ref={image}
        src={shown}
        alt=""
        width={64}
        height={64}
        loading={isEager ? undefined : 'lazy'}
        decoding="async"
        onError={recover}
      />
    </picture>
  );
}
