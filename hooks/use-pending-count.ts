import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { listPendingProducts } from '@/lib/api/moderation/queue';
import { useSessionToken } from './use-session-token';

/** How many products and proposed alternatives wait for a moderator. Undefined while unknown, and for everyone else. */
export function usePendingCount(canModerate: boolean): number | undefined {
  const token = useSessionToken();
  const { data } = useSWR<number, ApiFailure>(
    canModerate && token ? [token, 'pending-count'] : null,
    async () => {
      const { pendingCount, pendingAlternativeCount } = await listPendingProducts();
      return pendingCount + pendingAlternativeCount;
    },
    { revalidateOnFocus: false },
  );
  return data;
}
