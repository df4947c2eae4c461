import { formatCount } from '@/lib/figures';
import { productPath } from '@/lib/paths';
import type { ProductSummary } from '@/lib/product-summary';
import { ProductImage } from './product-image';
import { BookmarkButton, UpvoteButton } from './reaction-buttons';

type ProductCardProps = {
  product: ProductSummary;
  /** Its place in an order that has one. */
  rank?: number;
  headingLevel: 2 | 3;
  isEager: boolean;
  /** A visitor pressed what is for members. */
  onReact: () => void;
};

/** One link over the whole card, the buttons above it. Its short classes are in styles/products.css. */
export function ProductCard({ product, rank, headingLevel, isEager, onReact }: ProductCardProps) {
  const { name, tagline, slug, tags, upvoteCount } = product;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <li className="card">
      <ProductImage product={product} className="card-tile" isEager={isEager} />
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
      <div className="card-acts">
        <UpvoteButton name={name} upvoteCount={upvoteCount} isPressed={false} onToggle={onReact} />
        <BookmarkButton name={name} isPressed={false} onToggle={onReact} />
      </div>
    </li>
  );
}
