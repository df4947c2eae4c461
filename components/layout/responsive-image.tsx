import { useImageRetry } from '@/hooks/use-image-retry';
import { IMAGE_FORMATS, imageSrcSet } from '@/lib/contract/plain/image-url';

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
