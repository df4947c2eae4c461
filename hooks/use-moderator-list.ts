import useSWRInfinite from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { useSessionToken } from './use-session-token';

type ListPage = { nextCursor: string | null };

/**
 * A list that only moderators see, page by page.
 *
 * @param list identifies the list.
 */
export function useModeratorList<Page extends ListPage>(
  list: string,
  loadPage: (after?: string) => Promise<Page>,
) {
  const token = useSessionToken();
  const keyOf = (_index: number, previous: Page | null) =>
    token && previous?.nextCursor !== null ? ([token, list, previous?.nextCursor] as const) : null;
  const { data, error, size, setSize, mutate } = useSWRInfinite<Page, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , after]) => loadPage(after),
    { revalidateOnFocus: false },
  );
  return {
    /** Undefined until the first page is loaded. */
    pages: data,
    error,
    /** Loads all shown pages again. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
    hasMore: data !== undefined && data.at(-1)?.nextCursor !== null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    /** Never rejects. */
    loadMore: async (): Promise<void> => {
      await setSize(size + 1).catch(() => undefined);
    },
  };
}
