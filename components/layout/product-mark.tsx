import { useImageRetry } from '@/hooks/use-image-retry';
import { isDrawnMark, type Mark } from '@/lib/contract/plain/image-url';
import { markURL, tileURL } from '@/lib/pages/paths';

/** `menu`: 24 px. `hit`: 36. `list`: 48, and 56 on a phone. `page`: 64. */
const SIZES = {
  menu: 'size-6 rounded-control',
  hit: 'size-9',
  list: 'size-14 sm:size-12',
  page: 'size-16',
} as const;

type ProductMarkProps = {
  product: Mark;
  /** The file that has the marks of the whole list, from `listMarkURLs`. */
  src?: string;
  size: keyof typeof SIZES;
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
    <picture key={key} className={`mark ${isDrawnMark(product) ? 'mark-drawn' : ''} ${SIZES[size]}`}>
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
