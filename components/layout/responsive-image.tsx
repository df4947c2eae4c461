import { useImageRetry } from '@/hooks/use-image-retry';
import { IMAGE_FORMATS, imageSrcSet } from '@/lib/contract/plain/image-url';

type ResponsiveImageProps = {
  src: string;
  /** Stands in while the picture is being made, and for good when there is none. */
  fallbackSrc: string;
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string;
  width: number;
  height: number;
  className: string;
  /** In the first view: loaded at once. */
  isEager?: boolean;
};

/** A decorative picture, in the smallest file that will do where it was uploaded here. */
export function ResponsiveImage({ fallbackSrc, sizes, isEager = false, ...rest }: ResponsiveImageProps) {
  const { key, image, src, recover } = useImageRetry(rest.src, fallbackSrc);
  const srcSet = imageSrcSet(src);
  const element = (
    <img
      key={key}
      {...rest}
      ref={image}
      src={src}
      {...(srcSet && { srcSet, sizes })}
      alt=""
      loading={isEager ? undefined : 'lazy'}
      decoding="async"
      onError={recover}
    />
  );
  if (!srcSet) return element;
  return (
    <picture key={key} className="contents">
      {IMAGE_FORMATS.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={imageSrcSet(src, format)} sizes={sizes} />
      ))}
      {element}
    </picture>
  );
}
