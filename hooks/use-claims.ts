import { useViewerData } from './use-viewer-data';
import { call, unlessGone } from '@/lib/api/http';
import {
  endClaimCall,
  findClaimCall,
  listClaimsCall,
  startClaimCall,
  verifyClaimCall,
  withdrawClaimCall,
} from '@/lib/contract/claim';
import { useAnnouncedAttempt, useAttempt } from './use-attempt';
import { t } from '@/lib/texts/texts';

/** The viewer's claim to own the site of a product. Loads nothing until it is needed. */
export function useClaim(productId: string, isNeeded: boolean) {
  const input = { params: { id: productId } };
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, refresh } = useViewerData(
    isNeeded ? ['claim', productId] : null,
    () => call(findClaimCall, input),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  async function change(send: () => Promise<unknown>): Promise<boolean> {
    const hasWorked = await attempt(async () => {
      await send();
    });
    await refresh();
    return hasWorked;
  }

  return {
    found: data,
    error,
    refresh,
    isUnderWay,
    failure,
    start: () => change(() => call(startClaimCall, input)),
    verify: () => change(() => call(verifyClaimCall, input)),
    end: () => change(() => call(endClaimCall, input)),
  };
}

/** For moderators: the verified owners of a product's site. Undefined until they are loaded. */
export function useProductClaims(productId: string) {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, error, refresh } = useViewerData(
    ['claims', productId],
    () => call(listClaimsCall, { params: { id: productId } }),
    { revalidateOnFocus: false },
  );
  return {
    claims: data?.claims,
    error,
    refresh,
    isWithdrawing: isUnderWay,
    /** Never rejects. */
    withdraw: async (id: string): Promise<void> => {
      await announce(async () => {
        await unlessGone(call(withdrawClaimCall, { params: { id } }));
        return t('claims.withdrawn', 'The claim is withdrawn.');
      });
      await refresh();
    },
  };
}
