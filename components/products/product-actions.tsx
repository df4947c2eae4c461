import { buttonClasses } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useReactions } from '@/hooks/use-reactions';
import type { Product } from '@/lib/contract/product';
import { formatCount } from '@/lib/format/figures';
import { hostOf } from '@/lib/host';
import { ShareButton } from './share-button';

/**
 * Visit and upvote, which stay at the bottom edge of a phone, then bookmark and share. A product that is not public
 * can only be visited.
 */
export function ProductActions({ product }: { product: Product }) {
  const { reactionTo, toggle } = useReactions([product]);
  const { isUpvoted, isBookmarked, upvoteCount } = reactionTo(product);
  const { name, url, status } = product;
  const isApproved = status === 'approved';

  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* The icon of the first button below the bar starts at the page's left edge. */}
      <div className="product-actions flex min-w-0 flex-1 gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-line max-md:bg-ground max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:[&+.bookmark-button]:-ml-3">
        <a
          href={url}
          rel="noopener ugc"
          className={buttonClasses({ look: 'primary', size: 'large', className: 'min-w-0 grow basis-[0%]' })}
        >
          <span className="truncate">
            Visit <span className="sr-only">{name} at </span>
            <span>{hostOf(url)}</span>
          </span>
          <Icon name="arrow-up-right" />
        </a>
        {isApproved && (
          <UpvoteButton
            name={name}
            upvoteCount={upvoteCount}
            isPressed={isUpvoted}
            onToggle={() => toggle('upvote', product)}
          />
        )}
      </div>
      {isApproved && (
        <>
          <BookmarkButton name={name} isPressed={isBookmarked} onToggle={() => toggle('bookmark', product)} />
          <ShareButton title={name} />
        </>
      )}
    </div>
  );
}

type UpvoteButtonProps = { name: string; upvoteCount: number; isPressed: boolean; onToggle: () => void };

/** The label stays the same when pressed; `aria-pressed` has the state. */
export function UpvoteButton({ name, upvoteCount, isPressed, onToggle }: UpvoteButtonProps) {
  const count = formatCount(upvoteCount);
  return (
    <>
      <button
        type="button"
        className="upvote-button needs-script"
        aria-label={`Upvote ${name}`}
        aria-pressed={isPressed}
        title={`${count} upvotes`}
        onClick={onToggle}
      >
        {count}
      </button>
      <noscript>
        <span className="upvote-button">
          {count}
          <span className="sr-only"> upvotes</span>
        </span>
      </noscript>
    </>
  );
}

type BookmarkButtonProps = { name: string; isPressed: boolean; onToggle: () => void };

export function BookmarkButton({ name, isPressed, onToggle }: BookmarkButtonProps) {
  return (
    <button
      type="button"
      className="bookmark-button needs-script"
      aria-label={`Bookmark ${name}`}
      aria-pressed={isPressed}
      onClick={onToggle}
    >
      <Icon name={isPressed ? 'bookmark-filled' : 'bookmark'} />
    </button>
  );
}
