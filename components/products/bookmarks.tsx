import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FailedState } from '@/components/ui/failed-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useBookmarks } from '@/hooks/use-bookmarks';
import { site } from '@/lib/site';
import { PagedList } from './paged-list';
import { CARD_GRID } from './product-cards';

/** The member's bookmarks, the latest first. */
export function Bookmarks() {
  const pager = useBookmarks();
  const { products, error, refresh } = pager;

  if (!products && error) {
    return (
      <FailedState title="We couldn't load your bookmarks" onRetry={() => void refresh()}>
        {error.message}
      </FailedState>
    );
  }
  if (!products) return <Loading />;
  if (products.length === 0) return <NoBookmarks />;
  return <PagedList products={products} areBookmarked pager={pager} />;
}

function Loading() {
  return (
    <div className={CARD_GRID}>
      <VisuallyHidden live>Loading …</VisuallyHidden>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="my-2 h-24 md:my-0 md:h-80" />
      ))}
    </div>
  );
}

function NoBookmarks() {
  return (
    <EmptyState
      icon="bookmark"
      title="Nothing bookmarked yet"
      action={
        <Link href="/" className={buttonClasses({ look: 'primary' })}>
          {`See the hottest ${site.nounPlural}`}
        </Link>
      }
    >
      {`Bookmark ${site.aNoun} and it will be waiting here.`}
    </EmptyState>
  );
}
