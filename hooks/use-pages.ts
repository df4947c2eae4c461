import useSWRInfinite, { type SWRInfiniteConfiguration } from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { useListPlace } from './use-list-place';

type ListPage = { products: readonly { id: string }[]; nextCursor: string | null };

type PagesOptions<Page> = SWRInfiniteConfiguration<Page, ApiFailure> & {
  /** The page that came with the HTML. It is never fetched again. */
  firstPage?: Page;
};

/**
 * A list of products, page by page. A reload and a return from another site load as many pages as were shown, and
 * restore the scroll position.
 *
 * @param list identifies the list; null while the list cannot be loaded yet.
 */
export function usePages<Page extends ListPage>(
  list: readonly (string | undefined)[] | null,
  loadPage: (after?: string) => Promise<Page>,
  { firstPage, ...config }: PagesOptions<Page> = {},
) {
  function keyOf(_index: number, previous: Page | null) {
    const after = (previous ?? firstPage)?.nextCursor;
    return list && after !== null ? ([list, after] as const) : null;
  }

  const { data, error, size, setSize, mutate } = useSWRInfinite<Page, ApiFailure, typeof keyOf>(
    keyOf,
    ([, after]) => loadPage(after),
    { ...config, ...(firstPage && { initialSize: 0 }) },
  );
  const loaded = data ?? [];
  const pages = firstPage ? [firstPage, ...loaded] : loaded;
  const hasMore = pages.length > 0 && pages.at(-1)?.nextCursor !== null;
  const isLoadingMore = !error && size > loaded.length;

  /** Counts the pages with the first one. Never rejects. */
  async function showPages(pageCount: number): Promise<void> {
    await setSize(pageCount - (firstPage ? 1 : 0)).catch(() => undefined);
  }

  useListPlace({
    list: list && list.join(),
    pageCount: pages.length,
    isComplete: error !== undefined || (pages.length > 0 && !hasMore),
    showPages,
  });

  return {
    /** The pages loaded so far, the first one first. */
    pages,
    pageCount: pages.length,
    products: pages.length > 0 ? withoutRepeats<Page['products'][number]>(pages) : undefined,
    error,
    hasMore,
    isLoadingMore,
    /** Loads the page after the last one; after a failure, the one that failed. Never rejects. */
    loadMore: async (): Promise<void> => {
      if (!isLoadingMore) await showPages(pages.length + 1);
    },
    /** Loads all shown pages again. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
    mutate,
  };
}

/** A product can move to a later page while the pages are being loaded. It stays where it was first. */
function withoutRepeats<Product extends { id: string }>(
  pages: readonly { products: readonly Product[] }[],
): Product[] {
  return [
    ...new Map(pages.flatMap(({ products }) => products).map((product) => [product.id, product])).values(),
  ];
}
