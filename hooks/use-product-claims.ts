import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { listClaimsCall, withdrawClaimCall } from '@/lib/contract/claim';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useSessionToken } from './use-session-token';

/** For moderators: the verified owners of a product's site. Undefined until they are loaded. */
export function useProductClaims(productId: string) {
  const token = useSessionToken();
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, mutate } = useSWR<AnswerOf<typeof listClaimsCall>, ApiFailure>(
    token ? [token, 'claims', productId] : null,
    () => call(listClaimsCall, { params: { id: productId } }),
    { revalidateOnFocus: false },
  );
  return {
    claims: data?.claims,
    isWithdrawing: isUnderWay,
    /** Never rejects. */
    withdraw: async (id: string): Promise<void> => {
      await announce(async () => {
        await call(withdrawClaimCall, { params: { id } });
        return 'The claim is withdrawn.';
      });
      await mutate().catch(() => undefined);
    },
  };
}
