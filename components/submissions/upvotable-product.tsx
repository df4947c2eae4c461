import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useReactions } from '@/hooks/use-reactions';
import type { ProductReference } from '@/lib/contract/product-reference';
import { countOf } from '@/lib/format/figures';
import { ProductReferenceRow } from './listed-product';

/** A product that is listed already, with the one thing left to do for it. */
export function UpvotableProduct({ product }: { product: ProductReference }) {
  const products = useMemo(() => [product], [product]);
  const { reactionTo, toggle } = useReactions(products);
  const { isUpvoted, upvoteCount } = reactionTo(product);
  return (
    <ProductReferenceRow
      product={product}
      line={countOf(upvoteCount, 'upvote', 'upvotes')}
      action={
        <Button
          aria-pressed={isUpvoted}
          onClick={() => toggle('upvote', product)}
          className="aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent"
        >
          <Icon name={isUpvoted ? 'check' : 'caret-up'} className="size-4" />
          Upvote it instead
        </Button>
      }
    />
  );
}
