import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import {
  agreeWithSuggestion,
  listOwnSuggestions,
  listProductSuggestions,
  withdrawAgreement,
  withdrawSuggestion,
} from '@/lib/api/suggestions';
import { describeAgreement } from '@/lib/contract/plain/agreement';
import type { Suggestion } from '@/lib/contract/suggestion';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useSessionToken } from './use-session-token';

/** The open suggestions for a product. Undefined until they are loaded, and when that fails: the page works without. */
export function useProductSuggestions(productId: string) {
  const token = useSessionToken();
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, isLoading, mutate } = useSWR<Awaited<ReturnType<typeof listProductSuggestions>>, ApiFailure>(
    token ? [token, 'product-suggestions', productId] : null,
    () => listProductSuggestions(productId),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  /** Never rejects. */
  async function refresh(): Promise<void> {
    await mutate().catch(() => undefined);
  }

  /** Agrees, or withdraws the agreement. Never rejects. Resolves to whether the suggestion is accepted now. */
  async function toggleAgreement({ id, product: { name }, agreement }: Suggestion): Promise<boolean> {
    let isAccepted = false;
    await announce(async () => {
      if (agreement?.hasAgreed) {
        await withdrawAgreement(id);
        return 'Your agreement is withdrawn.';
      }
      const answer = await agreeWithSuggestion(id);
      isAccepted = answer.isAccepted;
      return isAccepted
        ? `Accepted. ${name} now has the suggested changes.`
        : `${describeAgreement(answer.count)}.`;
    });
    await refresh();
    return isAccepted;
  }

  return {
    suggestions: data?.suggestions,
    /** Whether it is not known yet if the viewer has suggested something. */
    isLoading,
    /** The conditions of a trusted member that the viewer does not meet, one sentence each. */
    missing: data?.missing ?? [],
    isAgreeing: isUnderWay,
    refresh,
    toggleAgreement,
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
