import { ResponsiveImage } from './responsive-image';

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
