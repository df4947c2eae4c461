import useSWR from 'swr';
import { endClaim, findClaim, startClaim, verifyClaim } from '@/lib/api/claims';
import type { ApiFailure } from '@/lib/api/http';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

/** The viewer's claim to own the site of a product. Loads nothing until it is needed. */
export function useClaim(productId: string, isNeeded: boolean) {
  const token = useSessionToken();
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate } = useSWR<Awaited<ReturnType<typeof findClaim>>, ApiFailure>(
    token && isNeeded ? [token, 'claim', productId] : null,
    () => findClaim(productId),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  /** Never rejects. */
  const refresh = async (): Promise<void> => {
    await mutate().catch(() => undefined);
  };
  /** Resolves to whether the server has done it. */
  async function change(work: (id: string) => Promise<unknown>): Promise<boolean> {
    const hasWorked = await attempt(async () => {
      await work(productId);
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
    start: () => change(startClaim),
    verify: () => change(verifyClaim),
    end: () => change(endClaim),
  };
}
