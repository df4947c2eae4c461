import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { findSubmission } from '@/lib/api/submissions';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { useSessionToken } from '@/hooks/use-session-token';

export const submissionKey = (token: string, id: string) => [token, 'own-product', id] as const;

/** One of the member's own products; nothing is asked without an id. */
export function useSubmission(id: string | undefined) {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<SubmittedProduct, ApiFailure>(
    token && id !== undefined ? submissionKey(token, id) : null,
    () => findSubmission(id ?? ''),
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
