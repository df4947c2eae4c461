import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { endClaimCall, findClaimCall, startClaimCall, verifyClaimCall } from '@/lib/contract/claim';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

/** The viewer's claim to own the site of a product. Loads nothing until it is needed. */
export function useClaim(productId: string, isNeeded: boolean) {
  const token = useSessionToken();
  const input = { params: { id: productId } };
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate } = useSWR<AnswerOf<typeof findClaimCall>, ApiFailure>(
    token && isNeeded ? [token, 'claim', productId] : null,
    () => call(findClaimCall, input),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  /** Never rejects. */
  const refresh = async (): Promise<void> => {
    await mutate().catch(() => undefined);
  };
  /** Resolves to whether the server has done it. */
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
