import useSWR from 'swr';
import { arrived } from '@/lib/api/unreachable';
import type { ApiFailure } from '@/lib/api/http';
import type { User } from '@/lib/contract/user';
import { useSessionToken } from './use-session-token';

/** The signed-in user. Makes no call without a session token. */
export function useUser() {
  const token = useSessionToken();
  const { data, error, isLoading, mutate } = useSWR<User, ApiFailure>(
    token ? [token, 'user'] : null,
    loadUser,
  );

  return {
    user: token ? data : undefined,
    error,
    /** True until it is known whether somebody is signed in; also while the HTML is rendered. */
    isLoading: token === undefined || (Boolean(token) && isLoading),
    /** Loads the user again, or takes a known one. */
    refresh: mutate,
  };
}

async function loadUser(): Promise<User> {
  // Visitors, who are the majority, never load the code that makes calls.
  const { findUser } = await arrived(import('@/lib/api/viewer'));
  return findUser();
}
