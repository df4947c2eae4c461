import { useMemo } from 'react';
import { useReactions } from '@/hooks/use-reactions';
import { listImageURLs, tileURL } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { ProductCard } from './product-card';

/** About as many as a large screen shows at first. */
const EAGER_IMAGES = 6;

/** Rows on a phone, two columns on a tablet, three on a large screen. */
export const CARD_GRID = 'grid md:grid-cols-2 md:gap-6 lg:grid-cols-3';

type ProductCardsProps = {
  products: readonly ProductSummary[];
  /** The rank of the first product, in a ranked list. */
  firstRank?: number;
  headingLevel?: 2 | 3;
  /** The list is below the first view. */
  isLazy?: boolean;
  /** The products are the member's bookmarks. A removed bookmark stays in the list and is dimmed. */
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
  const imageURLs = useMemo(() => listImageURLs(products), [products]);

  return (
    <ol className={areBookmarked ? `${CARD_GRID} bookmarked-cards` : CARD_GRID}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          imageURL={imageURLs[index] ?? tileURL(product.name)}
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
