import useSWR from 'swr';
import type { AuthenticationCheck } from '@/lib/api/user';
import { useSessionToken } from './use-session-token';

/** Whether a page for members may be shown. A check that fails counts as not authenticated. */
export function useAuthentication() {
  const token = useSessionToken();
  const { data, mutate } = useSWR<AuthenticationCheck, never>(
    token ? [token, 'authentication'] : null,
    checkAuthentication,
  );

  return {
    isChecking: token === undefined || (Boolean(token) && !data),
    isAuthenticated: Boolean(token && data?.authenticated),
    /** The check itself failed: the session may be good. */
    hasFailed: Boolean(token && data?.isError),
    checkAgain: () => mutate(),
  };
}

async function checkAuthentication(): Promise<AuthenticationCheck> {
  const { checkAuthenticate } = await import('@/lib/api/user');
  return checkAuthenticate();
}
