import useSWRInfinite from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { listVersions, revertProduct } from '@/lib/api/history';
import { showToast } from '@/lib/browser/toasts';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

type HistoryPage = Awaited<ReturnType<typeof listVersions>>;

/** What a product said, newest first, and the way back to what it said. */
export function useHistory(productId: string) {
  const token = useSessionToken();
  const { isUnderWay, failure, attempt } = useAttempt();
  const keyOf = (_index: number, previous: HistoryPage | null) =>
    token && previous?.nextCursor !== null
      ? ([token, 'history', productId, previous?.nextCursor] as const)
      : null;
  const { data, error, size, setSize, mutate } = useSWRInfinite<HistoryPage, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , id, after]) => listVersions(id, { after }),
    { revalidateOnFocus: false },
  );
  const refresh = () => mutate().catch(() => undefined);

  return {
    /** Undefined until the first page is loaded, as are the versions. */
    product: data?.[0]?.product,
    versions: data?.flatMap(({ versions }) => versions),
    error,
    refresh,
    hasMore: data !== undefined && data.at(-1)?.nextCursor !== null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    isReverting: isUnderWay,
    reversionFailure: failure,
    /** Resolves to whether the product says again what the version said. */
    revert: (versionId: string) =>
      attempt(async () => {
        await revertProduct(versionId);
        void showToast('success', 'The earlier version is public again.');
        void refresh();
      }),
  };
}
