import { type ReactNode, useMemo, useState } from 'react';
import { ProductMark } from '@/components/layout/images';
import { formerMember } from '@/lib/contract/plain/site-words';
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
import { formatCount, formatShortDate } from '@/lib/format/figures';
import { escapeURL, hostOf, profilePath, rankingPath } from '@/lib/pages/paths';
import { productRel } from '@/lib/product-rel';
import { LINK_NOTICE_ID } from './product-facts';
import { UpvoteButton } from './product-buttons';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
          <h1 dir="auto" lang={product.languages?.name} className="text-page-start text-2xl font-extrabold">
            {product.name}
          </h1>
          <p dir="auto" lang={product.languages?.tagline} className="text-page-start text-lg text-muted">
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
      <span>
        {rich(
          'product.compare',
          'Compare<hidden> {name}</hidden>' /* verb; collects a product to compare */,
          {
            hidden: (text) => <span className="sr-only">{text}</span>,
            name,
          },
        )}
      </span>
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
              {rich('product.visit', 'Visit <hidden>{name} at {host}</hidden>', {
                hidden: (text) => <span className="sr-only">{text}</span>,
                name,
                host: hostOf(product),
              })}
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
            aria-label={t('product.bookmark', 'Bookmark {name}' /* verb */, { name })}
            aria-pressed={isBookmarked}
            onClick={() => onToggle('bookmark', product)}
          >
            <Icon name={isBookmarked ? 'bookmark-filled' : 'bookmark'} />
            {t('product.bookmarkButton', 'Bookmark' /* verb */)}
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
  const listed = {
    time: (text: ReactNode) => <time dateTime={listedAt}>{text}</time>,
    day: formatShortDate(listedAt),
  };
  return (
    <p className="product-standing">
      {standing && (
        <span>
          <a href={rankingPath(product.slug)} rel="nofollow">
            {standing.place === null
              ? rich(
                  'product.belowPlace',
                  '<span>Below #{place} of {count}</span><hidden> in the hot list</hidden>',
                  placeIn(standing, HOT_PLACES_MAX),
                )
              : rich(
                  'product.place',
                  '<span>#{place} of {count}</span><hidden> in the hot list</hidden>',
                  placeIn(standing, standing.place),
                )}
          </a>
        </span>
      )}
      <span>
        {submitter
          ? rich('product.listedBy', 'Listed <time>{day}</time> by {member}', {
              ...listed,
              member: (
                <>
                  {submitter.handle === FORMER_MEMBER.handle ? (
                    <span>{formerMember()}</span>
                  ) : (
                    <a href={profilePath(submitter.handle)} dir="auto">
                      {submitter.name}
                    </a>
                  )}
                  <RoleMark role={submitter.role} />
                </>
              ),
            })
          : rich('product.listedOn', 'Listed <time>{day}</time>' /* when a product was listed */, listed)}
      </span>
      <span>
        {t('product.upvoteCount', '{count, plural, one {# upvote} other {# upvotes}}', {
          count: upvoteCount,
        })}
      </span>
      <span>
        {t('product.bookmarkCount', '{count, plural, one {# bookmark} other {# bookmarks}}', {
          count: bookmarkCount,
        })}
      </span>
    </p>
  );
}

const placeIn = ({ productCount }: { productCount: number }, place: number) => ({
  place: formatCount(place),
  count: formatCount(productCount),
  span: (text: ReactNode) => <span>{text}</span>,
  hidden: (text: ReactNode) => <span className="sr-only">{text}</span>,
});

/** Opens the device's share sheet if there is one, else copies the link. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      className={buttonClasses({ look: 'quiet', size: 'large', className: 'needs-script max-md:px-2.5' })}
      aria-label={t('product.share', 'Share {name}' /* verb */, { name: title })}
      onClick={() => sharePage(title)}
    >
      <Icon name="share" />
      {t('product.shareButton', 'Share' /* verb, the link of the page */)}
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
    await showToast('success', t('product.linkCopied', 'Link copied.' /* after “Share” */));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await showToast('error', t('product.linkNotCopied', "The link couldn't be copied: {url}", { url }));
  }
}
