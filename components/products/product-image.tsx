import { ResponsiveImage } from '@/components/layout/responsive-image';
import { tileURL } from '@/lib/pages/paths';

/** A card: a column of three, of two, or the tile of a row. */
const CARD_SIZES = '(width >= 64rem) 22rem, (width >= 48rem) 50vw, 4.5rem';

type ProductImageProps = {
  product: { name: string; imageURL: string };
  className: string;
  /** How wide it is shown, as `sizes` of an image; a card's width otherwise. */
  sizes?: string;
  /** In the first view: loaded at once. */
  isEager?: boolean;
};

/** Decorative: the name always stands beside it. */
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
