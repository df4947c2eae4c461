import { useSWRConfig } from 'swr';
import { call } from '@/lib/api/http';
import { listModeratedProductsCall } from '@/lib/contract/moderation';
import { useSessionToken } from './use-user';
import { useViewerData } from './use-viewer-data';

const KEY = 'pending-count';

/** How many products and proposed alternatives wait for a moderator. Undefined while unknown, and for everyone else. */
export function usePendingCount(canModerate: boolean): number | undefined {
  const { data } = useViewerData(
    canModerate ? [KEY] : null,
    async () => {
      const { pendingCount, pendingAlternativeCount } = await call(listModeratedProductsCall);
      return pendingCount + pendingAlternativeCount;
    },
    { revalidateOnFocus: false },
  );
  return data;
}

/** Returns what loads the count again, for after a decision. */
export function usePendingCountRefresh(): () => void {
  const token = useSessionToken();
  const { mutate } = useSWRConfig();
  return () => void mutate([token, KEY]).catch(() => undefined);
}
