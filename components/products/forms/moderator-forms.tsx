import { buttonClasses } from '@/components/ui/button';
import type { Product } from '@/lib/contract/product';
import { DiscontinueForm } from './discontinue-form';
import { MergeForm } from './merge-form';
import { ProductClaims } from '@/components/products/product-claims';

/** What moderators do with a public product. In one file, which only they load. */
export function ModeratorForms({ product }: { product: Product }) {
  return (
    <>
      <DiscontinueForm product={product} />
      <MergeForm product={product} />
      <ProductClaims productId={product.id} />
      <p className="mt-4 border-t border-line pt-4">
        <a href={`/moderation/history?id=${product.id}`} className={buttonClasses()}>
          History<span className="sr-only">{` of ${product.name}`}</span>
        </a>
      </p>
    </>
  );
}
