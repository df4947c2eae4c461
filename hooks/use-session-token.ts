import { useSyncExternalStore } from 'react';
import { readSessionToken, subscribeToSessionToken } from '@/lib/session-token';

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
