import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { ProductMark, ProductScreenshot } from '@/components/layout/images';
import { formerMember } from '@/lib/contract/plain/site-words';
import { RoleMark } from '@/components/layout/role-mark';
import {
  CompareButton,
  ListedBookmarkButton,
  ListedUpvoteButton,
} from '@/components/products/product-buttons';
import type { Elements } from '@/components/ui/elements';
import type { ToggleReaction } from '@/hooks/use-reactions';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import type { Tag } from '@/lib/contract/tag';
import { formatAge, formatCount, formatShortDate } from '@/lib/format/figures';
import { hostOf, productPath, profilePath, tagPath } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';

/** What a list shows of a product. The search knows neither its website nor its date, and marks the words it has found. */
export type RowProduct = Omit<ProductSummary, 'url' | 'host' | 'listedAt'> &
  Partial<Pick<ProductSummary, 'url' | 'host' | 'listedAt'>> & {
    markedName?: ReactNode;
    markedTagline?: ReactNode;
    /** In a list of alternatives: the pair, which is upvoted instead of the product. */
    pair?: { id: string; upvoteCount: number };
  };

export type ProductRowProps = {
  product: RowProduct;
  imageURL: string;
  rank?: number;
  headingLevel: 2 | 3;
  isEager: boolean;
  upvoteCount: number;
  isUpvoted: boolean;
  isBookmarked: boolean;
  onToggle: ToggleReaction;
  /** What the upvote button names; the product by default. */
  upvoteName?: string;
  /** The first of the facts. The same function in every rendering. */
  note?: (product: RowProduct) => Elements;
  /** Where a tag leads, for a view that robots don't read; to its own page by default. */
  tagHref?: (tag: Tag) => string;
};

/**
 * A product in a list. The link of its name covers the whole row; tags, submitter and buttons are above it. The
 * classes are in styles/products.css. Memoized: a click renders its own row again, not the other rows.
 */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, imageURL, rank, headingLevel, isEager, note, tagHref } = props;
  const { name, tagline, slug, url, host, markedName = name, markedTagline = tagline } = product;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <li className="row">
      {rank && <span className="row-rank">{formatCount(rank)}</span>}
      <ProductMark
        product={{ name, iconURL: product.imageURL }}
        src={imageURL}
        size="list"
        isEager={isEager}
      />
      <div className="row-text">
        <Heading className="row-name">
          <a href={productPath(slug)} dir="auto" lang={product.languages?.name}>
            {markedName}
          </a>
        </Heading>
        {url && <span className="row-host">{hostOf({ url, host })}</span>}
        <p dir="auto" lang={product.languages?.tagline} className="row-tagline">
          {markedTagline}
        </p>
        <RowFacts product={product} note={note} tagHref={tagHref} />
      </div>
      <div className="row-actions">
        <ListedBookmarkButton {...props} />
        <ListedUpvoteButton {...props} />
      </div>
    </li>
  );
});

/** Values of declared fields, tags, submitter and age, as far as there is room for them. */
function RowFacts({ product, note, tagHref }: Pick<ProductRowProps, 'product' | 'note' | 'tagHref'>) {
  const { tags, facts, submitter, listedAt } = product;
  return (
    <p className="row-facts">
      <CompareButton product={product} />
      {note?.(product)}
      {facts?.map((text) => (
        <span key={text}>
          <bdi>{text}</bdi>
        </span>
      ))}
      {tags.map((tag) => (
        <a key={tag.slug} href={tagHref?.(tag) ?? tagPath(tag.slug)} rel={tagHref && 'nofollow'}>
          <bdi>{tag.name}</bdi>
        </a>
      ))}
      {submitter &&
        (submitter.handle === FORMER_MEMBER.handle ? (
          <span>{formerMember()}</span>
        ) : (
          <a href={profilePath(submitter.handle)}>
            <bdi>{submitter.name}</bdi>
          </a>
        ))}
      <RoleMark role={submitter?.role} />
      {listedAt && <ListedAt instant={listedAt} />}
    </p>
  );
}

const subscribeToNothing = () => () => undefined;

/**
 * `3 h ago`, up to a week; then the date. The server's HTML and the browser's first render have the date: pages are
 * cached, and do not know the time at which they are read.
 */
function ListedAt({ instant }: { instant: string }) {
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => formatAge(instant),
    () => formatShortDate(instant),
  );
  // Not <time>, whose attribute would add 2% to the HTML of a page of rows.
  return <span>{text}</span>;
}

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
          <a href={productPath(slug)} dir="auto" lang={product.languages?.name}>
            {name}
          </a>
        </Heading>
        <p dir="auto" lang={product.languages?.tagline} className="card-tagline">
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
