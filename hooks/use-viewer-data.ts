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
  const answer = useSWR<Data, ApiFailure>(token && key ? [token, ...key] : null, load, config);
  // Read one by one: SWR renders a component again only when something changes that the component has read.
  return {
    /** Undefined until it is loaded. */
    get data() {
      return answer.data;
    },
    get error() {
      return answer.error;
    },
    get isLoading() {
      return answer.isLoading;
    },
    mutate: answer.mutate,
    /** Loads it again. Never rejects. */
    refresh: async (): Promise<void> => {
      await answer.mutate().catch(() => undefined);
    },
  };
}
