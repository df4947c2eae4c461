import { buttonClasses } from '@/components/ui/button';
import { EmptyState, FailedState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { usePages } from '@/hooks/use-pages';
import { useSessionToken } from '@/hooks/use-user';
import { call } from '@/lib/api/http';
import { listBookmarksCall } from '@/lib/contract/reaction';
import { summarizeProduct } from '@/lib/pages/product-summary';
import { PagedList } from '@/components/products/lists/products';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

export function Bookmarks() {
  const pager = useBookmarks();
  const { products, error, refresh } = pager;

  if (!products && error) {
    return (
      <FailedState
        title={t('bookmarks.notLoaded', "We couldn't load your bookmarks")}
        onRetry={() => void refresh()}
      >
        {error.message}
      </FailedState>
    );
  }
  if (!products) return <Loading />;
  if (products.length === 0) return <NoBookmarks />;
  return <PagedList products={products} areBookmarked pager={pager} />;
}

/**
 * The member's bookmarks, the latest first. A removed bookmark stays in the list until the list is opened again, so
 * that a slip can be undone.
 */
function useBookmarks() {
  const token = useSessionToken();
  return usePages(token ? [token, 'bookmarks'] : null, loadBookmarks, {
    // Opening the list loads it again; nothing else does, so that no product leaves it while the member is looking.
    revalidateOnMount: true,
    dedupingInterval: 0,
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

async function loadBookmarks(after?: string) {
  const { products, nextCursor } = await call(listBookmarksCall, { query: { after } });
  return { products: products.map(summarizeProduct), nextCursor };
}

function Loading() {
  return (
    <div className={site.layout}>
      <VisuallyHidden live>{t('page.loading', 'Loading …')}</VisuallyHidden>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="my-2 h-16" />
      ))}
    </div>
  );
}

function NoBookmarks() {
  return (
    <EmptyState
      icon="bookmark"
      title={t('bookmarks.none', 'Nothing bookmarked yet')}
      action={
        <a href="/" className={buttonClasses({ look: 'primary' })}>
          {t('bookmarks.seeHottest', 'See the hottest {nouns}')}
        </a>
      }
    >
      {t('bookmarks.aboutNone', 'Bookmark {aNoun} and it will be waiting here.')}
    </EmptyState>
  );
}
