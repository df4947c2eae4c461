import { listBookmarks } from '@/lib/api/reactions';
import { useMemberPages } from './use-member-pages';

/**
 * The member's bookmarks page by page, the latest first. One that is taken away stays in the list until that is
 * opened anew, so that a slip can be put right.
 */
export function useBookmarks() {
  const list = useMemberPages('bookmarks', listBookmarks, {
    // Opening the list asks anew; nothing else does, so that nothing leaves it under the member's hand.
    revalidateOnMount: true,
    dedupingInterval: 0,
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  const { pages, products, error, hasMore, isLoadingMore, loadMore, refresh } = list;
  const firstPageCount = pages[0]?.products.length ?? 0;

  return {
    products,
    error,
    hasMore,
    isLoadingMore,
    /** How many were loaded after the first page. */
    addedCount: (products?.length ?? 0) - firstPageCount,
    loadMore,
    refresh,
  };
}
