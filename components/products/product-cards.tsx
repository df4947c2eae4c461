import { useClientLinks } from '@/hooks/use-client-links';
import { useReactions } from '@/hooks/use-reactions';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { ProductCard } from './product-card';

/** About what the first view of a large screen shows. */
const EAGER_IMAGES = 6;

type ProductCardsProps = {
  products: readonly ProductSummary[];
  /** The rank of the first one, in an order that has ranks. */
  firstRank?: number;
  headingLevel?: 2 | 3;
  /** Below the first view. */
  isLazy?: boolean;
  /** All of them are the member's bookmarks; one that is taken away stays, and shows that it was. */
  areBookmarked?: boolean;
};

export function ProductCards({
  products,
  firstRank,
  headingLevel = 2,
  isLazy = false,
  areBookmarked = false,
}: ProductCardsProps) {
  const { reactionTo, toggle } = useReactions(products, { areBookmarked });
  const links = useClientLinks();

  return (
    <ol className={areBookmarked ? 'cards bookmarked-cards' : 'cards'} {...links}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          rank={firstRank && firstRank + index}
          headingLevel={headingLevel}
          isEager={!isLazy && index < EAGER_IMAGES}
          {...reactionTo(product)}
          onToggle={toggle}
        />
      ))}
    </ol>
  );
}
