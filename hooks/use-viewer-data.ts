import useSWR, { type SWRConfiguration } from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { useSessionToken } from './use-user';

/**
 * What the product server answers to the viewer. Loaded anew for another session; not at all without a session, or while
 * `key` is null.
 */
export function useViewerData<Data>(
  key: readonly (string | undefined)[] | null,
  load: () => Promise<Data>,
  config?: SWRConfiguration<Data, ApiFailure>,
) {
  const token = useSessionToken();
  const { data, error, isLoading, mutate } = useSWR<Data, ApiFailure>(
    token && key ? [token, ...key] : null,
    load,
    config,
  );
  return {
    /** Undefined until it is loaded. */
    data,
    error,
    isLoading,
    mutate,
    /** Loads it again. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}
