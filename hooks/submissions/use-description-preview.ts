import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { renderDescription } from '@/lib/api/submissions';
import { useSessionToken } from '@/hooks/use-session-token';

/** A description as its page will show it; of an empty one nothing is asked. */
export function useDescriptionPreview(description: string) {
  const token = useSessionToken();
  const { data, error, isLoading, mutate } = useSWR<string, ApiFailure>(
    token && description.trim() !== '' ? [token, 'description', description] : null,
    () => renderDescription(description),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return {
    /** Sanitised by the product server. */
    html: data,
    error,
    isLoading,
    /** Never rejects. */
    tryAgain: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}
