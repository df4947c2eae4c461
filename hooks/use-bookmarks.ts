import useSWRInfinite from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { listBookmarks } from '@/lib/api/reactions';
import type { ProductPage } from '@/lib/contract/product';
import { useSessionToken } from './use-session-token';

/**
 * The member's bookmarks page by page, the latest first. One that is taken away stays in the list until that is
 * opened anew, so that a slip can be put right.
 */
export function useBookmarks() {
  const token = useSessionToken();

  function keyOf(_index: number, previous: ProductPage | null) {
    if (!token || previous?.nextCursor === null) return null;
    return [token, 'bookmarks', previous?.nextCursor] as const;
  }

  const { data, error, size, setSize, mutate } = useSWRInfinite<ProductPage, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , after]) => listBookmarks(after),
    {
      // Opening the list asks anew; nothing else does, so that nothing leaves it under the member's hand.
      revalidateOnMount: true,
      dedupingInterval: 0,
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
    },
  );
  const pages = data ?? [];
  const products = withoutRepeats(pages.flatMap((page) => page.products));
  const firstPageCount = pages[0]?.products.length ?? 0;

  return {
    /** Undefined until the first page is there. */
    products: data && products,
    error,
    hasMore: pages.length > 0 && pages.at(-1)?.nextCursor !== null,
    isLoadingMore: !error && size > pages.length,
    /** How many were loaded after the first page. */
    addedCount: products.length - firstPageCount,
    /** Loads the page after the last one; after a failure, the one that failed. Never rejects. */
    loadMore: async (): Promise<void> => {
      await setSize(pages.length + 1).catch(() => undefined);
    },
    /** Asks for all that is shown once more. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}

/** A bookmark that was taken away and set again elsewhere is met twice. */
const withoutRepeats = (products: ProductPage['products']) => [
  ...new Map(products.map((product) => [product.id, product])).values(),
];
