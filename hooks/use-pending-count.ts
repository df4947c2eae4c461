import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { listModeratedProductsCall } from '@/lib/contract/moderation';
import { useSessionToken } from './use-session-token';

/** How many products and proposed alternatives wait for a moderator. Undefined while unknown, and for everyone else. */
export function usePendingCount(canModerate: boolean): number | undefined {
  const token = useSessionToken();
  const { data } = useSWR<number, ApiFailure>(
    canModerate && token ? [token, 'pending-count'] : null,
    async () => {
      const { pendingCount, pendingAlternativeCount } = await call(listModeratedProductsCall);
      return pendingCount + pendingAlternativeCount;
    },
    { revalidateOnFocus: false },
  );
  return data;
}
