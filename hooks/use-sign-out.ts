import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiFailure, call } from '@/lib/api/http';
import type { ErrorCode } from '@/lib/contract/errors';
import { signOutCall } from '@/lib/contract/user';
import { clearSessionToken, readSessionToken } from '@/lib/session-token';
import { clearRecentSearches } from '@/lib/browser/recent-searches';
import { forgetKeptPages } from '@/lib/offline/forget-kept-pages';
import { showToast } from '@/lib/browser/toasts';
import { forgetUnsent } from '@/lib/reactions/unsent-reactions';
import { forgetTab } from '@/lib/browser/window';
import { t } from '@/lib/texts/texts';

/** The pauses before a sign-out that the server could not store is sent again. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
const TRANSIENT: readonly ErrorCode[] = ['internal', 'unavailable'];

/** Signs out here or everywhere; other tabs follow at once. For member pages only, because it brings axios with it. */
export function useSignOut() {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const { mutate } = useSWRConfig();

  async function signOut({ everywhere = false }: { everywhere?: boolean } = {}): Promise<void> {
    setIsSigningOut(true);
    try {
      const { message } = await requestUntilStored({ everywhere });
      await forget();
      void showToast('success', message);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // The session had already ended, which is the desired result.
      if (error.code === 'unauthenticated') await forget();
      else
        void showToast(
          'error',
          t('signOut.failed', "You're still signed in. {message}", { message: error.message }),
        );
    } finally {
      setIsSigningOut(false);
    }
  }

  /**
   * Clears the session, everything in memory that was loaded with it, what this tab has stored, the recent searches,
   * upvotes and bookmarks not sent yet, and the pages kept for reading offline. The choices for this browser stay, such as the theme, and so does a draft of the member.
   */
  async function forget(): Promise<void> {
    const token = readSessionToken();
    forgetTab();
    clearRecentSearches();
    forgetUnsent();
    clearSessionToken();
    await forgetKeptPages();
    await mutate((key) => Array.isArray(key) && key[0] === token, undefined, { revalidate: false });
  }

  return { signOut, isSigningOut };
}

/**
 * Until the server has stored the sign-out, the session works for everyone who has its token: so the cookie stays, and
 * the request is repeated.
 */
async function requestUntilStored(body: { everywhere: boolean }): Promise<{ message: string }> {
  for (const [attempt, pauseMs] of RETRY_PAUSES_MS.entries()) {
    try {
      return await call(signOutCall, { body });
    } catch (error) {
      if (!(error instanceof ApiFailure) || !TRANSIENT.includes(error.code)) throw error;
      if (attempt === 0)
        void showToast('info', t('signOut.retrying', "We couldn't sign you out yet. Trying again …"));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return call(signOutCall, { body });
}
