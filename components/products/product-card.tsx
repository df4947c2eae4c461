import { memo } from 'react';
import type { ToggleReaction } from '@/hooks/use-reactions';
import { formatCount } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { ProductImage } from './product-image';
import { BookmarkButton, UpvoteButton } from './product-actions';

type ProductCardProps = {
  product: ProductSummary;
  /** The product's image, or the file that has its tile. */
  imageURL: string;
  /** Its place in a ranked list. */
  rank?: number;
  headingLevel: 2 | 3;
  isEager: boolean;
  upvoteCount: number;
  isUpvoted: boolean;
  isBookmarked: boolean;
  onToggle: ToggleReaction;
};

/**
 * A product in a list. One link covers the whole card, with the buttons above it. The classes are in
 * styles/products.css. Memoized: a click renders its own card again, not the other cards.
 */
export const ProductCard = memo(function ProductCard({
  product,
  imageURL,
  rank,
  headingLevel,
  isEager,
  upvoteCount,
  isUpvoted,
  isBookmarked,
  onToggle,
}: ProductCardProps) {
  const { name, tagline, slug, tags } = product;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <li className="card">
      <ProductImage product={{ name, imageURL }} className="card-image" isEager={isEager} />
      <div className="card-text">
        <Heading className="card-name">
          {rank && <span className="card-rank">{formatCount(rank)}</span>}
          <a href={productPath(slug)} dir="auto">
            {name}
          </a>
        </Heading>
        <p dir="auto" className="card-tagline">
          {tagline}
        </p>
      </div>
      <p className="card-tags">{tags.map((tag) => tag.name).join(' · ')}</p>
      <div className="card-actions">
        <UpvoteButton
          name={name}
          upvoteCount={upvoteCount}
          isPressed={isUpvoted}
          onToggle={() => onToggle('upvote', product)}
        />
        <BookmarkButton name={name} isPressed={isBookmarked} onToggle={() => onToggle('bookmark', product)} />
      </div>
    </li>
  );
});
