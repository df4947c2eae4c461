import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiFailure } from '@/lib/api/http';
import { requestSignOut } from '@/lib/api/user';
import { clearSessionToken, readSessionToken } from '@/lib/session-token';
import { showToast } from '@/lib/browser/toasts';

/** Signs out here or everywhere; other tabs follow at once. For member pages only, because it brings axios with it. */
export function useSignOut() {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const { mutate } = useSWRConfig();

  async function signOut({ everywhere = false }: { everywhere?: boolean } = {}): Promise<void> {
    setIsSigningOut(true);
    try {
      const { message } = await requestSignOut({ everywhere });
      await forget();
      void showToast('success', message);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // The session had already ended, which is the desired result.
      if (error.code === 'unauthenticated') await forget();
      else void showToast('error', error.message);
    } finally {
      setIsSigningOut(false);
    }
  }

  /** Clears the session and everything in memory that was loaded with it. */
  async function forget(): Promise<void> {
    const token = readSessionToken();
    clearSessionToken();
    await mutate((key) => Array.isArray(key) && key[0] === token, undefined, { revalidate: false });
  }

  return { signOut, isSigningOut };
}
