import { Icon } from '@/components/ui/icon';
import { useCompared } from '@/hooks/use-browser';
import { useLazyPart } from '@/hooks/use-lazy-component';
import type { ToggleReaction } from '@/hooks/use-reactions';
import type { Compared } from '@/lib/browser/compared';
import { formatCount } from '@/lib/format/figures';
import type { ReactionChange } from '@/lib/reactions/reaction-store';
import { t } from '@/lib/texts/texts';

/** After the number. */
export const sayUpvotes = (count: number) =>
  t('list.upvotesAfterCount', '{count, plural, other {upvotes}}' /* after the number, for screen readers */, {
    count,
  });

type UpvoteButtonProps = { name: string; upvoteCount: number; isPressed: boolean; onToggle: () => void };

/** The label names the product and has the visible count; `aria-pressed` has the state. */
export function UpvoteButton({ name, upvoteCount, isPressed, onToggle }: UpvoteButtonProps) {
  const count = formatCount(upvoteCount);
  return (
    <>
      <button
        type="button"
        className="upvote-button needs-script"
        aria-label={t('product.upvote', 'Upvote {name}, {count}', { name, count })}
        aria-pressed={isPressed}
        onClick={onToggle}
      >
        {count}
      </button>
      <noscript>
        <span className="upvote-button">
          <span>{count}</span>
          <span className="sr-only">{` ${sayUpvotes(upvoteCount)}`}</span>
        </span>
      </noscript>
    </>
  );
}

const loadCompareButton = () => import('./compare-bar').then(({ CompareButton }) => CompareButton);

/** In a list, once the visitor collects products to compare. */
export function CompareButton({ product }: { product: Compared }) {
  // The bar at the edge of the page says what is missing.
  const { Component } = useLazyPart(loadCompareButton, useCompared() !== null);
  return Component && <Component product={product} />;
}

type ListedButtonProps = {
  product: ReactionChange['product'];
  upvoteName?: string;
  upvoteCount: number;
  isUpvoted: boolean;
  isBookmarked: boolean;
  onToggle: ToggleReaction;
};

export function ListedUpvoteButton({ product, upvoteName = product.name, ...reaction }: ListedButtonProps) {
  return (
    <UpvoteButton
      name={upvoteName}
      upvoteCount={reaction.upvoteCount}
      isPressed={reaction.isUpvoted}
      onToggle={() => reaction.onToggle('upvote', product)}
    />
  );
}

export function ListedBookmarkButton({ product, isBookmarked, onToggle }: ListedButtonProps) {
  return (
    <button
      type="button"
      className="bookmark-button needs-script"
      aria-label={t('product.bookmark', 'Bookmark {name}', { name: product.name })}
      aria-pressed={isBookmarked}
      onClick={() => onToggle('bookmark', product)}
    >
      <Icon name={isBookmarked ? 'bookmark-filled' : 'bookmark'} />
    </button>
  );
}
