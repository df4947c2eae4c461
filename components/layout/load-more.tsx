import { useEffect, useRef } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useHydrated } from '@/hooks/use-browser';
import { relTo } from '@/lib/contract/plain/crawling';
import { t } from '@/lib/texts/texts';

const showingProducts = (count: number) =>
  t('list.showing', 'Showing {count, plural, one {# {noun}} other {# {nouns}}}.', { count });

type LoadMoreProps = {
  /** As `usePages` returns it. */
  pager: {
    pageCount: number;
    hasMore: boolean;
    isLoadingMore: boolean;
    error?: { message: string };
    loadMore: () => Promise<void>;
  };
  shownCount: number;
  /** Says how many are shown, where they are others than products. */
  showing?: (count: number) => string;
  /** The next page's path, for browsers without JavaScript. */
  nextPagePath?: string | null;
  endText?: string;
};

/** Below a list: loads the next page, and says why a page could not be loaded. */
export function LoadMore({
  pager,
  shownCount,
  showing = showingProducts,
  nextPagePath,
  endText,
}: LoadMoreProps) {
  const { pageCount, hasMore, isLoadingMore, error, loadMore } = pager;
  const isHydrated = useHydrated();
  const end = useRef<HTMLParagraphElement>(null);
  const wasClicked = useRef(false);

  // The last page removes the focused button; without this the focus would go to the top of the page.
  useEffect(() => {
    if (!hasMore && wasClicked.current && document.activeElement === document.body) end.current?.focus();
  }, [hasMore]);

  function load() {
    wasClicked.current = true;
    void loadMore();
  }

  const hasEnd = endText !== undefined && !hasMore;
  return (
    <div className={hasMore || error || hasEnd ? 'mt-8 flex flex-col items-center gap-3 text-center' : ''}>
      {hasMore && isHydrated && (
        // `aria-disabled`, because a disabled button would lose the focus.
        <Button size="large" className="min-w-48" aria-disabled={isLoadingMore} onClick={load}>
          {isLoadingMore && <Spinner />}
          <span>{t('list.loadMore', 'Load more' /* of a list */)}</span>
        </Button>
      )}
      {nextPagePath && !isHydrated && (
        <a
          href={nextPagePath}
          rel={relTo(nextPagePath, 'next')}
          className={buttonClasses({ size: 'large', className: 'min-w-48' })}
        >
          {t('list.nextPage', 'Next page')}
        </a>
      )}
      <p role="alert" className={error ? 'text-danger' : 'hidden'}>
        {error?.message}
      </p>
      {hasEnd && (
        <p ref={end} tabIndex={-1} className="text-muted outline-none">
          {endText}
        </p>
      )}
      <VisuallyHidden live>
        {isLoadingMore && (
          <span>{t('list.loadingMore', 'Loading more.' /* of a list, for screen readers */)}</span>
        )}
        {!isLoadingMore && !error && pageCount > 1 && <span>{showing(shownCount)}</span>}
      </VisuallyHidden>
    </div>
  );
}
