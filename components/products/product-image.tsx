import { ResponsiveImage } from '@/components/layout/responsive-image';
import { tileURL } from '@/lib/pages/paths';

/** The image of a card: in one of three columns, of two columns, or in a row. */
const CARD_SIZES = '(width >= 64rem) 22rem, (width >= 48rem) 50vw, 4.5rem';

type ProductImageProps = {
  product: { name: string; imageURL: string };
  className: string;
  /** The displayed width, as in the `sizes` attribute; by default the width in a card. */
  sizes?: string;
  /** The image is in the first view and loads at once. */
  isEager?: boolean;
};

/** A decorative image: the product's name is always beside it. */
export function ProductImage({ product, sizes = CARD_SIZES, className, isEager }: ProductImageProps) {
  return (
    <ResponsiveImage
      src={product.imageURL}
      fallbackSrc={tileURL(product.name)}
      sizes={sizes}
      width={320}
      height={200}
      className={className}
      isEager={isEager}
    />
  );
}
