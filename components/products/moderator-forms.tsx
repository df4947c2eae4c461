import type { Product } from '@/lib/contract/product';
import { DiscontinueForm } from './discontinue-form';
import { MergeForm } from './merge-form';

/** What moderators do with a public product. In one file, which only they load. */
export function ModeratorForms({ product }: { product: Product }) {
  return (
    <>
      <DiscontinueForm product={product} />
      <MergeForm product={product} />
    </>
  );
}
