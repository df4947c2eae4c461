import type { Product } from '@/lib/contract/product';
import { ListedEditForm } from './listed-edit-form';
import { ValuesForm } from './values-form';

/** What moderators change in a public product. In one file, which only they load. */
export function ListedForms({ product }: { product: Product }) {
  return (
    <>
      {product.status === 'approved' && <ListedEditForm id={product.id} />}
      <ValuesForm product={product} />
    </>
  );
}
