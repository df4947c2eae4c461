import useSWRInfinite, { type SWRInfiniteConfiguration } from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { useSessionToken } from './use-session-token';

type ListPage = { products: readonly { id: string }[]; nextCursor: string | null };

/**
 * A list of products that the signed-in member alone sees, page by page.
 *
 * @param name which list; with the session token it is the key under which the pages are kept.
 */
export function useMemberPages<Page extends ListPage>(
  name: string,
  loadPage: (after?: string) => Promise<Page>,
  options: SWRInfiniteConfiguration<Page, ApiFailure>,
) {
  const token = useSessionToken();

  function keyOf(_index: number, previous: Page | null) {
    if (!token || previous?.nextCursor === null) return null;
    return [token, name, previous?.nextCursor] as const;
  }

  const { data, error, size, setSize, mutate } = useSWRInfinite<Page, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , after]) => loadPage(after),
    options,
  );
  const pages = data ?? [];

  return {
    /** Those that are there, the first one first. */
    pages,
    /** Undefined until the first page is there. */
    products: data && withoutRepeats<Page['products'][number]>(pages.flatMap(({ products }) => products)),
    error,
    hasMore: pages.length > 0 && pages.at(-1)?.nextCursor !== null,
    isLoadingMore: !error && size > pages.length,
    /** Loads the page after the last one; after a failure, the one that failed. Never rejects. */
    loadMore: async (): Promise<void> => {
      await setSize(pages.length + 1).catch(() => undefined);
    },
    /** Asks for all that is shown once more. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
    mutate,
  };
}

/** What changes meanwhile moves the pages' borders: one product may be met twice. */
function withoutRepeats<Product extends { id: string }>(products: readonly Product[]): Product[] {
  return [...new Map(products.map((product) => [product.id, product])).values()];
}
