import { useMemo, useState } from 'react';
import { ProductMark } from '@/components/layout/images';
import { RoleMark } from '@/components/layout/role-mark';
import { buttonClasses } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { toggleCompared } from '@/hooks/use-browser';
import { useProductKeys } from '@/hooks/use-list-keys';
import { type ToggleReaction, useReactions } from '@/hooks/use-reactions';
import { isForBrowser } from '@/lib/browser/keys';
import { showToast } from '@/lib/browser/toasts';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { HOT_PLACES_MAX } from '@/lib/contract/plain/ranking';
import type { Product } from '@/lib/contract/product';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { escapeURL, hostOf, profilePath, rankingPath } from '@/lib/pages/paths';
import { productRel } from '@/lib/product-rel';
import { LINK_NOTICE_ID } from './product-facts';
import { UpvoteButton } from './product-buttons';

/** Name, tagline, actions and place of a product on its page, with the member's upvote and bookmark. */
export function ProductHead({ product }: { product: Product }) {
  const products = useMemo(() => [product], [product]);
  const { reactionTo, toggle: toggleReaction } = useReactions(products);
  const reaction = reactionTo(product);
  const { isBookmarked } = reaction;
  // The page's count is from before the first press.
  const [counted, setCounted] = useState<{ in: Product; isBookmarked: boolean }>();
  const isOwnCounted = counted?.in === product ? counted.isBookmarked : isBookmarked;
  const bookmarkCount = product.bookmarkCount + Number(isBookmarked) - Number(isOwnCounted);

  const toggle: ToggleReaction = (kind, changed) => {
    if (kind === 'bookmark' && counted?.in !== product) setCounted({ in: product, isBookmarked });
    toggleReaction(kind, changed);
  };
  useProductKeys(product, toggle);
  return (
    <>
      <header className="product-head">
        <ProductMark product={product} size="page" isEager />
        <div className="min-w-0 flex-1 basis-80">
          <h1 dir="auto" className="text-page-start text-2xl font-extrabold">
            {product.name}
          </h1>
          <p dir="auto" className="text-page-start text-lg text-muted">
            {product.tagline}
          </p>
        </div>
        <ProductActions product={product} {...reaction} onToggle={toggle} />
      </header>
      <ProductStanding product={{ ...product, bookmarkCount }} upvoteCount={reaction.upvoteCount} />
    </>
  );
}

type ProductActionsProps = {
  product: Product;
  upvoteCount: number;
  isUpvoted: boolean;
  isBookmarked: boolean;
  onToggle: ToggleReaction;
};

/**
 * Visit and upvote, which stay at the bottom edge of a phone, then bookmark, share and compare. A product that is not public can
 * only be visited.
 */
function ProductActions({ product, upvoteCount, isUpvoted, isBookmarked, onToggle }: ProductActionsProps) {
  const { name, slug, url, status, linkHeldAt } = product;
  const isApproved = status === 'approved';
  const compare = (
    <a
      href={`/compare?a=${encodeURIComponent(slug)}`}
      rel="nofollow"
      className={buttonClasses({ look: 'quiet', size: 'large', className: 'max-md:px-2.5' })}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        void toggleCompared({ slug, name });
      }}
    >
      <Icon name="plus" />
      Compare<span className="sr-only">{` ${name}`}</span>
    </a>
  );

  return (
    <div className="product-actions">
      <div className="product-bar">
        <div className="visit">
          <a
            {...(linkHeldAt
              ? { href: `#${LINK_NOTICE_ID}` }
              : { href: escapeURL(url), rel: productRel(product) })}
            className={buttonClasses({ look: 'primary', size: 'large' })}
          >
            <span>
              Visit <span className="sr-only">{`${name} at ${hostOf(product)}`}</span>
            </span>
            <Icon name={linkHeldAt ? 'chevron-down' : 'arrow-up-right'} />
          </a>
          <span aria-hidden="true">{hostOf(product)}</span>
        </div>
        {isApproved && (
          <UpvoteButton
            name={name}
            upvoteCount={upvoteCount}
            isPressed={isUpvoted}
            onToggle={() => onToggle('upvote', product)}
          />
        )}
      </div>
      {isApproved && (
        <div className="flex flex-wrap">
          <button
            type="button"
            className={buttonClasses({
              look: 'quiet',
              size: 'large',
              className: 'needs-script max-md:px-2.5',
            })}
            aria-label={`Bookmark ${name}`}
            aria-pressed={isBookmarked}
            onClick={() => onToggle('bookmark', product)}
          >
            <Icon name={isBookmarked ? 'bookmark-filled' : 'bookmark'} />
            Bookmark
          </button>
          <ShareButton title={name} />
          {compare}
        </div>
      )}
    </div>
  );
}

/** The product's place, when and by whom it was listed, and how many members upvoted and bookmarked it. */
function ProductStanding({ product, upvoteCount }: { product: Product; upvoteCount: number }) {
  const { status, approvedAt, createdAt, submitter, bookmarkCount, standing } = product;
  if (status !== 'approved' && status !== 'discontinued') return null;
  const listedAt = approvedAt ?? createdAt;
  return (
    <p className="product-standing">
      {standing && (
        <span>
          <a href={rankingPath(product.slug)} rel="nofollow">
            <span>{`${
              standing.place === null
                ? `Below #${formatCount(HOT_PLACES_MAX)}`
                : `#${formatCount(standing.place)}`
            } of ${formatCount(standing.productCount)}`}</span>
            <span className="sr-only"> in the hot list</span>
          </a>
        </span>
      )}
      <span>
        <span>Listed </span>
        <time dateTime={listedAt}>{formatShortDate(listedAt)}</time>
        {submitter && (
          <>
            <span> by </span>
            {submitter.handle === FORMER_MEMBER.handle ? (
              <span>{submitter.name}</span>
            ) : (
              <a href={profilePath(submitter.handle)} dir="auto">
                {submitter.name}
              </a>
            )}
            <RoleMark role={submitter.role} />
          </>
        )}
      </span>
      <span>{countOf(upvoteCount, 'upvote', 'upvotes')}</span>
      <span>{countOf(bookmarkCount, 'bookmark', 'bookmarks')}</span>
    </p>
  );
}

/** Opens the device's share sheet if there is one, else copies the link. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      className={buttonClasses({ look: 'quiet', size: 'large', className: 'needs-script max-md:px-2.5' })}
      aria-label={`Share ${title}`}
      onClick={() => sharePage(title)}
    >
      <Icon name="share" />
      Share
    </button>
  );
}

/** Never rejects. Closing the share sheet shows no message. */
async function sharePage(title: string): Promise<void> {
  const url = window.location.origin + window.location.pathname;
  try {
    // Many desktop browsers have no share sheet, despite the types. Without HTTPS there is no clipboard either.
    if ('share' in navigator && window.matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    await showToast('success', 'Link copied.');
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await showToast('error', `The link couldn't be copied: ${url}`);
  }
}
