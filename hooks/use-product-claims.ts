import useSWR from 'swr';
import { listClaims, withdrawClaim } from '@/lib/api/claims';
import type { ApiFailure } from '@/lib/api/http';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useSessionToken } from './use-session-token';

/** For moderators: the verified owners of a product's site. Undefined until they are loaded. */
export function useProductClaims(productId: string) {
  const token = useSessionToken();
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, mutate } = useSWR<Awaited<ReturnType<typeof listClaims>>, ApiFailure>(
    token ? [token, 'claims', productId] : null,
    () => listClaims(productId),
    { revalidateOnFocus: false },
  );
  return {
    claims: data?.claims,
    isWithdrawing: isUnderWay,
    /** Never rejects. */
    withdraw: async (id: string): Promise<void> => {
      await announce(async () => {
        await withdrawClaim(id);
        return 'The claim is withdrawn.';
      });
      await mutate().catch(() => undefined);
    },
  };
}
