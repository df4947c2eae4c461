import { useRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@/lib/browser/toasts';
import { focusMain } from '@/lib/browser/window';
import { useSignIn } from './use-sign-in';
import { useHasSessionEnded } from './use-user';

/**
 * Says that the session has ended elsewhere, until somebody signs in: the forms of members leave the page with it. In the
 * code that only members load.
 */
export function useEndOfSession(): void {
  const { isOpen, open } = useSignIn();
  const { asPath } = useRouter();
  const hasEnded = useHasSessionEnded();
  const signInHere = useEffectEvent(() => open(asPath));

  useEffect(() => {
    if (!hasEnded || isOpen) return undefined;
    if (document.activeElement === document.body) focusMain();
    const shown = new AbortController();
    void showToast('info', "You've been signed out. Sign in to go on; what you typed is kept.", {
      action: { label: 'Sign in', name: 'Sign in again', run: () => signInHere() },
      signal: shown.signal,
      isLasting: true,
    });
    return () => shown.abort();
  }, [hasEnded, isOpen]);
}
