import useSWRInfinite from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { useSessionToken } from './use-user';

type ListPage = { nextCursor: string | null };
type LoadedPage<Page> = { of: string; page: Page };

/**
 * A list that only moderators see, page by page.
 *
 * @param list identifies the list.
 * @param keepsPrevious whether the previous list stays until the next list is loaded, so that an item of both lists
 *   stays mounted.
 */
export function useModeratorList<Page extends ListPage>(
  list: string,
  loadPage: (after?: string) => Promise<Page>,
  { keepsPrevious = false } = {},
) {
  const token = useSessionToken();
  const keyOf = (_index: number, previous: LoadedPage<Page> | null) =>
    token && previous?.page.nextCursor !== null ? ([token, list, previous?.page.nextCursor] as const) : null;
  const { data, error, size, setSize, mutate } = useSWRInfinite<LoadedPage<Page>, ApiFailure, typeof keyOf>(
    keyOf,
    async ([, of, after]) => ({ of, page: await loadPage(after) }),
    { revalidateOnFocus: false, dedupingInterval: 0, keepPreviousData: keepsPrevious },
  );
  // The previous list must not stay after a sign-out, or in place of a list that failed to load.
  const isOutdated = data?.[0]?.of !== list && (error !== undefined || !token);
  const shown = isOutdated ? undefined : data;
  return {
    /** Undefined until the first page is loaded. */
    pages: shown?.map(({ page }) => page),
    pageCount: shown?.length ?? 0,
    error,
    /** Loads all shown pages again. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
    hasMore: shown !== undefined && shown.at(-1)?.page.nextCursor !== null,
    isLoadingMore: shown !== undefined && size > shown.length && !error,
    /** Loads the next page; after a failure, the page that failed to load. Never rejects. */
    loadMore: async (): Promise<void> => {
      await setSize((shown?.length ?? 0) + 1).catch(() => undefined);
    },
  };
}
