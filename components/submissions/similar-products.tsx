import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { ProductReference } from '@/lib/contract/product-reference';
import { hostOf } from '@/lib/host';
import { ProductReferenceRow } from './listed-product';

/** Products of a similar name, in case one of them is meant. */
export function SimilarProducts({ products }: { products: readonly ProductReference[] }) {
  const announcement =
    products.length > 0 && `Listed under a similar name: ${products.map(({ name }) => name).join(', ')}.`;
  return (
    <>
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      {products.length > 0 && <Choices products={products} />}
    </>
  );
}

function Choices({ products }: { products: readonly ProductReference[] }) {
  return (
    <div role="group" aria-label="Is it one of these?" className="mt-3 rounded-card border border-line p-4">
      <p aria-hidden="true" className="mb-3 text-sm font-semibold">
        Is it one of these?
      </p>
      <ul className="flex flex-col gap-3">
        {products.map((product) => (
          <li key={product.id}>
            <ProductReferenceRow product={product} line={hostOf(product.url)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
