import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { findOwnProduct } from '@/lib/api/submissions';
import type { OwnProduct } from '@/lib/contract/submission';
import { useSessionToken } from './use-session-token';

export const ownProductKey = (token: string, id: string) => [token, 'own-product', id] as const;

/** One of the member's own products; nothing is asked without an id. */
export function useOwnProduct(id: string | undefined) {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<OwnProduct, ApiFailure>(
    token && id !== undefined ? ownProductKey(token, id) : null,
    () => findOwnProduct(id ?? ''),
    { shouldRetryOnError: false },
  );
  return {
    product: data,
    error,
    /** Never rejects. */
    tryAgain: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}
