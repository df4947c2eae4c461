import { useEffect, useRef } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { LoadMoreButton } from '@/components/ui/load-more';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useHydrated } from '@/hooks/use-hydrated';
import { countOf } from '@/lib/format/figures';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { site } from '@/lib/site';
import { ProductCards } from './product-cards';

type GrowingListProps = {
  products: readonly ProductSummary[];
  firstRank?: number;
  areBookmarked?: boolean;
  hasMore: boolean;
  /** The next page's address, for browsers without a script. */
  nextPagePath?: string | null;
  isLoadingMore: boolean;
  /** How many were loaded after the first page. */
  addedCount: number;
  error?: { message: string };
  onLoadMore: () => void;
};

/** The cards of a list and the way to more of them: a link without a script, a button that appends with one. */
export function PagedList({
  products,
  firstRank,
  areBookmarked,
  hasMore,
  nextPagePath,
  isLoadingMore,
  addedCount,
  error,
  onLoadMore,
}: GrowingListProps) {
  const isHydrated = useHydrated();
  const end = useRef<HTMLParagraphElement>(null);
  const hadMore = useRef(hasMore);

  // The button that had the focus is gone with the last page; without this the focus would fall to the top.
  useEffect(() => {
    if (hadMore.current && !hasMore && document.activeElement === document.body) end.current?.focus();
    hadMore.current = hasMore;
  }, [hasMore]);

  return (
    <>
      <ProductCards products={products} firstRank={firstRank} areBookmarked={areBookmarked} />
      <div className="mt-8 flex flex-col items-center gap-3 text-center">
        {hasMore && isHydrated && <LoadMoreButton isLoading={isLoadingMore} onLoad={onLoadMore} />}
        {nextPagePath && !isHydrated && (
          <a
            href={nextPagePath}
            rel="next"
            className={buttonClasses({ size: 'large', className: 'min-w-48' })}
          >
            Next page
          </a>
        )}
        {error && <p className="text-danger">{error.message}</p>}
        {!hasMore && products.length > 0 && (
          <p ref={end} tabIndex={-1} className="text-muted outline-none">
            {`That's all of them.`}
          </p>
        )}
        <VisuallyHidden live>
          {announcement({ isLoadingMore, hasFailed: Boolean(error), addedCount, total: products.length })}
        </VisuallyHidden>
      </div>
    </>
  );
}

type Progress = { isLoadingMore: boolean; hasFailed: boolean; addedCount: number; total: number };

function announcement({ isLoadingMore, hasFailed, addedCount, total }: Progress): string {
  if (isLoadingMore) return 'Loading more.';
  if (hasFailed) return 'Loading more did not work.';
  return addedCount ? `${countOf(total, site.noun, site.nounPlural)} shown now.` : '';
}
