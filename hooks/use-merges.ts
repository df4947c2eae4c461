import useSWRInfinite from 'swr/infinite';
import { ApiFailure } from '@/lib/api/http';
import { listMerges, undoMerge } from '@/lib/api/merges';
import { showToast } from '@/lib/browser/toasts';
import type { Merge } from '@/lib/contract/merge';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

type MergePage = Awaited<ReturnType<typeof listMerges>>;

/** The merges that can still be undone, newest first. */
export function useMerges() {
  const token = useSessionToken();
  const { isUnderWay, attempt } = useAttempt();
  const keyOf = (_index: number, previous: MergePage | null) =>
    token && previous?.nextCursor !== null ? ([token, 'merges', previous?.nextCursor] as const) : null;
  const { data, error, size, setSize, mutate } = useSWRInfinite<MergePage, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , after]) => listMerges({ after }),
    { revalidateOnFocus: false },
  );
  const refresh = () => mutate().catch(() => undefined);

  return {
    /** Undefined until the first page is loaded. */
    merges: data?.flatMap(({ merges }) => merges),
    error,
    refresh,
    hasMore: data !== undefined && data.at(-1)?.nextCursor !== null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    isUndoing: isUnderWay,
    /** Undoes a merge, or says why that failed. */
    async undo({ id, source, target }: Merge): Promise<void> {
      await attempt(async () => {
        try {
          await undoMerge(id);
          await showToast('success', `${source.name} and ${target.name} are two again.`);
        } catch (failed) {
          if (!(failed instanceof ApiFailure)) throw failed;
          await showToast('error', failed.message);
        }
      });
      void refresh();
    },
  };
}
