import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/lib/format/figures';

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
