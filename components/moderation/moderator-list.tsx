import { type ReactNode, type Ref, useRef } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { FailedState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAnnouncedAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
import type { ApiFailure } from '@/lib/api/http';
import { t } from '@/lib/texts/texts';

type Loaded = { error: ApiFailure | undefined; refresh: () => void };

type PagedList = {
  list: Loaded & {
    pageCount: number;
    hasMore: boolean;
    isLoadingMore: boolean;
    loadMore: () => Promise<void>;
  };
  /** Says how much of the list is shown. */
  showing: (count: number) => string;
};

type WholeList = {
  list: Loaded & {
    pageCount?: undefined;
    hasMore?: undefined;
    isLoadingMore?: undefined;
    loadMore?: undefined;
  };
  showing?: undefined;
};

type ModeratorListProps<Item> = (PagedList | WholeList) & {
  /** Says that the list could not be loaded. */
  failed: string;
  items: readonly Item[] | undefined;
  empty: ReactNode;
  isOrdered?: boolean;
  /** False in a page that announces its loading itself. */
  isAnnounced?: boolean;
  className?: string;
  children: (item: Item) => ReactNode;
};

/** A list that only moderators see: while it is loaded, when that fails, empty, and page by page. */
export function ModeratorList<Item>({
  failed,
  showing,
  list: { error, refresh, pageCount = 1, hasMore = false, isLoadingMore = false, loadMore },
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
      {!items && <NotLoaded failed={failed} error={error} onRetry={refresh} isAnnounced={isAnnounced} />}
      {items?.length === 0 && <div className="mt-4">{empty}</div>}
      <List className={`mt-4 ${className}`}>{items?.map(children)}</List>
      {items && loadMore && (hasMore || pageCount > 1) && (
        <LoadMore
          pager={{ pageCount, hasMore, isLoadingMore, error, loadMore }}
          shownCount={items.length}
          showing={showing}
        />
      )}
    </>
  );
}

type NotLoadedProps = {
  /** Says what could not be loaded. */
  failed: string;
  error: ApiFailure | undefined;
  onRetry: () => void;
  isAnnounced?: boolean;
  className?: string;
};

/** In place of what is being loaded, or could not be. */
export function NotLoaded({
  failed,
  error,
  onRetry,
  isAnnounced = true,
  className = 'h-24',
}: NotLoadedProps) {
  if (error) {
    return (
      <FailedState title={failed} onRetry={onRetry}>
        {error.message}
      </FailedState>
    );
  }
  return (
    <>
      {isAnnounced && <VisuallyHidden live>{t('page.loading', 'Loading …' /* a list */)}</VisuallyHidden>}
      <Skeleton className={`mt-4 ${className}`} />
    </>
  );
}

/**
 * A list, and the decisions of moderators about its items.
 *
 * @param list identifies the list.
 * @param itemsOf takes the items from a page.
 */
export function useDecisions<Page extends { nextCursor: string | null }, Item>(
  list: string,
  loadPage: (after?: string) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
) {
  const { isUnderWay, failure, announce } = useAnnouncedAttempt();
  const { pages, ...pager } = useModeratorList(list, loadPage);
  const intro = useRef<HTMLParagraphElement>(null);

  /** Sends a decision, and says its outcome or why it failed. Resolves to whether the server has accepted it. */
  async function decide<Answer>(
    send: () => Promise<Answer>,
    outcome: string | ((answer: Answer) => string),
  ): Promise<boolean> {
    const isDone = await announce(async () => {
      const answer = await send();
      return typeof outcome === 'string' ? outcome : outcome(answer);
    });
    await pager.refresh();
    // A refused decision leaves the focus in its form, unless the list no longer has the item.
    if (isDone || document.activeElement === document.body) intro.current?.focus();
    return isDone;
  }

  return {
    pages,
    items: pages?.flatMap(itemsOf),
    list: pager,
    isDeciding: isUnderWay,
    /** Why the last decision was refused. */
    failure,
    /** For the `Intro` above the list, which gets the focus: a decided item leaves the list with its focused button. */
    intro,
    decide,
  };
}

type IntroProps = { ref?: Ref<HTMLParagraphElement>; className?: string; children: ReactNode };

export const Intro = ({ ref, className = 'mt-2', children }: IntroProps) => (
  <p ref={ref} tabIndex={-1} className={`max-w-prose text-muted outline-none ${className}`}>
    {children}
  </p>
);

/**
 * Values for texts that name somebody, whose handle is null without an account and undefined for who must not learn it:
 * `{author, select, former {a former member} unnamed {a moderator} other {@{handle}}}`.
 */
export const authorOf = (handle: string | null | undefined) =>
  ({
    author: handle === undefined ? 'unnamed' : handle === null ? 'former' : 'other',
    handle: handle ?? '',
  }) as const;

/** `Nov 21, 2026 by @ada`. */
export const sayWhenAndWho = (when: string, handle: string | null | undefined) =>
  t(
    'moderatorList.whenAndWho',
    '{when} by {author, select, former {a former member} unnamed {a moderator} other {@{handle}}}',
    { when, ...authorOf(handle) },
  );

export const TEXT_LINK = 'text-ink underline decoration-edge underline-offset-4 hover:text-accent';

export function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
