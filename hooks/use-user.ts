import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import type { User } from '@/lib/contract/user';
import { useSessionToken } from './use-session-token';

/** The signed-in member. Without a session token nothing is asked. */
export function useUser() {
  const token = useSessionToken();
  const { data, error, isLoading, mutate } = useSWR<User, ApiFailure>(
    token ? [token, 'user'] : null,
    loadUser,
  );

  return {
    user: token ? data : undefined,
    error,
    /** True until it is known whether there is a member; also in the HTML's own render. */
    isLoading: token === undefined || (Boolean(token) && isLoading),
    /** Asks again, or takes what is known already. */
    refresh: mutate,
  };
}

async function loadUser(): Promise<User> {
  // Visitors, who are most, never load the calling code for this.
  const { findUser } = await import('@/lib/api/user');
  return findUser();
}
