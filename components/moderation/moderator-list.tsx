import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FailedState } from '@/components/ui/failed-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { ApiFailure } from '@/lib/api/http';

type ModeratorListProps<Item> = {
  /** What the list has, such as `merges`. */
  name: string;
  list: {
    error: ApiFailure | undefined;
    refresh: () => void;
    /** Absent, as the next two, for a list that is loaded whole. */
    hasMore?: boolean;
    isLoadingMore?: boolean;
    loadMore?: () => void;
  };
  /** Undefined until the first page is loaded. */
  items: readonly Item[] | undefined;
  /** Instead of an empty list. */
  empty: ReactNode;
  isOrdered?: boolean;
  /** False in a page that announces its loading itself. */
  isAnnounced?: boolean;
  className?: string;
  /** One element of the list. */
  children: (item: Item) => ReactNode;
};

/** A list that only moderators see: while it is loaded, when that fails, empty, and page by page. */
export function ModeratorList<Item>({
  name,
  list: { error, refresh, hasMore = false, isLoadingMore = false, loadMore },
  items,
  empty,
  isOrdered = false,
  isAnnounced = true,
  className = 'flex flex-col gap-4',
  children,
}: ModeratorListProps<Item>) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <>
      {!items && error && (
        <FailedState title={`We couldn't load the ${name}`} onRetry={refresh}>
          {error.message}
        </FailedState>
      )}
      {!items && !error && (
        <>
          {isAnnounced && <VisuallyHidden live>Loading …</VisuallyHidden>}
          <Skeleton className="mt-4 h-24" />
        </>
      )}
      {items?.length === 0 && <div className="mt-4">{empty}</div>}
      <List className={`mt-4 ${className}`}>{items?.map(children)}</List>
      {hasMore && (
        <Button className="mt-4" aria-disabled={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      )}
    </>
  );
}
