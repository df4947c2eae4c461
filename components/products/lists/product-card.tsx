import { memo } from 'react';
import { ProductMark } from '@/components/layout/product-mark';
import { ProductScreenshot } from '@/components/layout/product-screenshot';
import { formatCount } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import {
  CompareButton,
  ListedBookmarkButton,
  ListedUpvoteButton,
} from '@/components/products/product-buttons';
import type { ProductRowProps } from './product-row';

/** In one of three columns, of two columns, or in a row. */
const SCREENSHOT_SIZES = '(width >= 64rem) 22rem, (width >= 48rem) 50vw, 4.5rem';

/**
 * A product in a list. One link covers the whole card, with the buttons above it. The classes are in
 * styles/products.css. Memoized: a click renders its own card again, not the other cards.
 */
export const ProductCard = memo(function ProductCard(props: ProductRowProps) {
  const { product, imageURL, rank, headingLevel, isEager, note } = props;
  const { name, tagline, slug, tags, facts = [] } = product;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <li className="card">
      {product.screenshotURL ? (
        <ProductScreenshot
          src={product.screenshotURL}
          sizes={SCREENSHOT_SIZES}
          className="card-image"
          isEager={isEager}
        />
      ) : (
        <ProductMark
          product={{ name, iconURL: product.imageURL }}
          src={imageURL}
          size="list"
          isEager={isEager}
        />
      )}
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
      <p className="card-tags">{[...facts, ...tags.map((tag) => tag.name)].join(' · ')}</p>
      <div className="card-actions">
        <ListedUpvoteButton {...props} />
        <ListedBookmarkButton {...props} />
        <CompareButton product={product} />
        {note?.(product)}
      </div>
    </li>
  );
});
