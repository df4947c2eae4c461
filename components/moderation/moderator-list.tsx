import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FailedState } from '@/components/ui/failed-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { useModeratorList } from '@/hooks/use-moderator-list';

type ModeratorListProps<Item> = {
  /** What the list has, such as `merges`. */
  name: string;
  list: Omit<ReturnType<typeof useModeratorList>, 'pages'>;
  /** Undefined until the first page is loaded. */
  items: readonly Item[] | undefined;
  /** Instead of an empty list. */
  empty: ReactNode;
  /** One element of the list. */
  children: (item: Item) => ReactNode;
};

/** A list that only moderators see: while it is loaded, when that fails, empty, and page by page. */
export function ModeratorList<Item>({ name, list, items, empty, children }: ModeratorListProps<Item>) {
  const { error, hasMore, isLoadingMore, loadMore, refresh } = list;
  return (
    <>
      {!items && error && (
        <FailedState title={`We couldn't load the ${name}`} onRetry={() => void refresh()}>
          {error.message}
        </FailedState>
      )}
      {!items && !error && (
        <>
          <VisuallyHidden live>Loading …</VisuallyHidden>
          <Skeleton className="mt-4 h-24" />
        </>
      )}
      {items?.length === 0 && <div className="mt-4">{empty}</div>}
      <ul className="mt-4 flex flex-col gap-4">{items?.map(children)}</ul>
      {hasMore && (
        <Button className="mt-4" aria-disabled={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
    </>
  );
}
