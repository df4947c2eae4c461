import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { listOwnSuggestions, listProductSuggestions, withdrawSuggestion } from '@/lib/api/suggestions';
import type { Suggestion } from '@/lib/contract/suggestion';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useSessionToken } from './use-session-token';

/** The open suggestions for a product. Undefined until they are loaded, and when that fails: the page works without. */
export function useProductSuggestions(productId: string) {
  const token = useSessionToken();
  const { data, mutate } = useSWR<Awaited<ReturnType<typeof listProductSuggestions>>, ApiFailure>(
    token ? [token, 'product-suggestions', productId] : null,
    () => listProductSuggestions(productId),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return {
    suggestions: data?.suggestions,
    /** Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}

/** The last changes that the viewer has suggested. */
export function useOwnSuggestions() {
  const token = useSessionToken();
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, mutate } = useSWR<Awaited<ReturnType<typeof listOwnSuggestions>>, ApiFailure>(
    token ? [token, 'own-suggestions'] : null,
    () => listOwnSuggestions(),
  );
  return {
    /** Undefined until they are loaded. */
    suggestions: data?.suggestions,
    hasMore: data !== undefined && data.nextCursor !== null,
    isWithdrawing: isUnderWay,
    /** Never rejects. */
    withdraw: async ({ id, product }: Suggestion): Promise<void> => {
      await announce(async () => {
        await withdrawSuggestion(id);
        return `Your suggestion for ${product.name} is withdrawn.`;
      });
      await mutate().catch(() => undefined);
    },
  };
}
