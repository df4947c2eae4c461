import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { useSessionToken } from './use-session-token';

/** Whether a page for members may be shown. A failed check counts as not authenticated; SWR repeats it by itself. */
export function useAuthentication() {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<boolean, ApiFailure>(
    token ? [token, 'authentication'] : null,
    checkAuthentication,
    // A session may have ended right after a check, so the next reason to check counts, however soon it comes.
    { dedupingInterval: 0 },
  );
  const hasFailed = Boolean(token && error);

  return {
    isChecking: token === undefined || (Boolean(token) && data === undefined && !hasFailed),
    isAuthenticated: Boolean(token && data) && !hasFailed,
    /** The check itself failed: the session may be valid. */
    hasFailed,
    checkAgain: mutate,
  };
}

async function checkAuthentication(): Promise<boolean> {
  // Visitors, who are the majority, never load the code that makes calls.
  const { checkAuthenticate } = await import('@/lib/api/viewer');
  return checkAuthenticate();
}
