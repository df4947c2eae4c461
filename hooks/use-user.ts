import { useSyncExternalStore } from 'react';
import useSWR from 'swr';
import { readSessionToken, subscribeToSessionToken } from '@/lib/session-token';
import { arrived } from '@/lib/api/unreachable';
import type { ApiFailure } from '@/lib/api/http';
import type { User } from '@/lib/contract/user';

/**
 * The current session token of this browser, kept in step with other tabs. Null for visitors, undefined while the HTML
 * is rendered, which is the same for everyone.
 */
export function useSessionToken(): string | null | undefined {
  return useSyncExternalStore(
    subscribeToSessionToken,
    () => readSessionToken() ?? null,
    () => undefined,
  );
}

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

/** The signed-in user, as far as another part of the page has loaded it. Makes no call. */
export function useKnownUser(): User | undefined {
  const token = useSessionToken();
  const { data } = useSWR<User, ApiFailure>(token ? [token, 'user'] : null, null);
  return token ? data : undefined;
}

async function loadUser(): Promise<User> {
  // Visitors, who are the majority, never load the code that makes calls.
  const { findUser } = await arrived(import('@/lib/api/viewer'));
  return findUser();
}
