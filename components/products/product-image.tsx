import { useImageRetry } from '@/hooks/use-image-retry';
import { tileURL } from '@/lib/paths';

type ProductImageProps = {
  product: { name: string; imageURL: string };
  className: string;
  /** In the first view: loaded at once. */
  isEager?: boolean;
};

/** Decorative: the name always stands beside it. */
export function ProductImage({ product, className, isEager = false }: ProductImageProps) {
  const { key, image, src, recover } = useImageRetry(product.imageURL, tileURL(product.name));
  return (
    <img
      key={key}
      ref={image}
      src={src}
      alt=""
      width={320}
      height={200}
      loading={isEager ? undefined : 'lazy'}
      decoding="async"
      onError={recover}
      className={className}
    />
  );
}
