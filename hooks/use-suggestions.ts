import { useViewerData } from './use-viewer-data';
import { call } from '@/lib/api/http';
import { describeAgreement } from '@/lib/contract/plain/product-parts';
import {
  agreeCall,
  listOwnSuggestionsCall,
  listProductSuggestionsCall,
  type Suggestion,
  withdrawAgreementCall,
  withdrawSuggestionCall,
} from '@/lib/contract/suggestion';
import { useAnnouncedAttempt } from './use-attempt';
import { t } from '@/lib/texts/texts';

/** The open suggestions for a product. Undefined until they are loaded. */
export function useProductSuggestions(productId: string) {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, error, isLoading, refresh } = useViewerData(
    ['product-suggestions', productId],
    () => call(listProductSuggestionsCall, { params: { id: productId } }),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );

  /** Agrees, or withdraws the agreement. Never rejects. Resolves to whether the suggestion is accepted now. */
  async function toggleAgreement({ id, product: { name }, agreement }: Suggestion): Promise<boolean> {
    let isAccepted = false;
    await announce(async () => {
      if (agreement?.hasAgreed) {
        await call(withdrawAgreementCall, { params: { id } });
        return t('suggestion.agreementWithdrawn', 'Your agreement is withdrawn.');
      }
      const answer = await call(agreeCall, { params: { id } });
      isAccepted = answer.isAccepted;
      return isAccepted
        ? t('suggestion.accepted', 'Accepted. {name} now has the suggested changes.', { name })
        : `${describeAgreement(answer.count)}.`;
    });
    await refresh();
    return isAccepted;
  }

  return {
    suggestions: data?.suggestions,
    /** Whether it is not known yet if the viewer has suggested something. */
    isLoading,
    error,
    /** The conditions of a trusted member that the viewer does not meet, one sentence each. */
    missing: data?.missing ?? [],
    isAgreeing: isUnderWay,
    refresh,
    toggleAgreement,
  };
}

/** The last changes that the viewer has suggested. */
export function useOwnSuggestions() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, error, refresh } = useViewerData(['own-suggestions'], () => call(listOwnSuggestionsCall));
  return {
    suggestions: data?.suggestions,
    hasMore: data !== undefined && data.nextCursor !== null,
    error,
    refresh,
    isWithdrawing: isUnderWay,
    /** Never rejects. */
    withdraw: async ({ id, product }: Suggestion): Promise<void> => {
      await announce(async () => {
        await call(withdrawSuggestionCall, { params: { id } });
        return t('suggestion.withdrawn', 'Your suggestion for {name} is withdrawn.', {
          name: product.name,
        });
      });
      await refresh();
    },
  };
}
