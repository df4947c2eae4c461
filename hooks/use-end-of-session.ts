import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { showToast } from '@/lib/browser/toasts';
import { focusMain } from '@/lib/browser/window';
import { hasSessionEnded, subscribeToSessionToken } from '@/lib/session-token';
import { useSignIn } from './use-sign-in';
import { t } from '@/lib/texts/texts';

/** Whether the session has ended on the server, and no member has signed in since. */
export const useHasSessionEnded = (): boolean =>
  useSyncExternalStore(subscribeToSessionToken, hasSessionEnded, () => false);

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
    void showToast(
      'info',
      t('session.ended', "You've been signed out. Sign in to go on; what you typed is kept."),
      {
        action: {
          label: t('signIn.signIn', 'Sign in' /* a button */),
          name: t('signIn.again', 'Sign in again'),
          run: () => signInHere(),
        },
        signal: shown.signal,
        isLasting: true,
      },
    );
    return () => shown.abort();
  }, [hasEnded, isOpen]);
}
