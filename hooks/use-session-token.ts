import { useSyncExternalStore } from 'react';
import { readSessionToken, subscribeToSessionToken } from '@/lib/session-token';

/**
 * The session token of this browser, in every tab as of now; null for a visitor, and undefined in the HTML's own
 * render, which knows nobody.
 */
export function useSessionToken(): string | null | undefined {
  return useSyncExternalStore(
    subscribeToSessionToken,
    () => readSessionToken() ?? null,
    () => undefined,
  );
}
