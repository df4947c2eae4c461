import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { linkIdentity, exchangeTokens, startRedirectSignIn } from '@/lib/api/sign-in';
import type { Provider } from '@/lib/contract/sign-in';
import { failureSentence, UNKNOWN_PROBLEM } from '@/lib/identity/failure-sentence';
import { PopupFailure, type PopupTokens } from '@/lib/identity/popup-exchange';
import { readIntendedRedirect, takeIntendedRedirect } from '@/lib/intended-redirect';
import { clearSessionToken, storeSessionToken, readSessionToken } from '@/lib/session-token';
import { showToast } from '@/lib/browser/toasts';
import { usePopup } from './use-popup';
import { useSessionToken } from './use-session-token';
import { useSignIn } from './use-sign-in';

/** An account with another provider has the address of this popup; its tokens wait to be added to that account. */
export type PendingLink = { popup: PopupTokens; message: string; from: Provider; to: Provider };

/** The popup did not open, or could not do its work. */
export type PopupTrouble = { provider: Provider; isBlocked: boolean };

/** `isAsking`: our own server is asked, and must not be asked twice. A popup may be replaced at any time. */
type Progress = { provider: Provider; isAsking: boolean };

/** Signing in with one provider at a time, by its popup or, where that does not open, on its own page. */
export function useProviderSignIn() {
  const router = useRouter();
  const { close } = useSignIn();
  const popup = usePopup({ isNeeded: true });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [pendingLink, setPendingLink] = useState<PendingLink | null>(null);
  const [popupTrouble, setPopupTrouble] = useState<PopupTrouble | null>(null);

  /** @param link what to add to the account that signs in, if it does. */
  async function signIn(provider: Provider, link: PendingLink | null = null): Promise<void> {
    const tokenBefore = readSessionToken();
    setProgress({ provider, isAsking: false });
    setPopupTrouble(null);
    try {
      const proof = await popup.open(provider);
      setProgress({ provider, isAsking: true });
      const result = await exchangeTokens(proof);
      if (!result.isError) return await enter(result.encrypted_token, link);
      setProgress(null);
      if (result.linkTo) {
        const to = result.linkTo === 'google.com' ? 'google' : 'github';
        setPendingLink({ popup: proof, message: result.message, from: provider, to });
      } else {
        fail(result.message, tokenBefore);
      }
    } catch (error) {
      // The popup that came instead tells its own story.
      if (error instanceof PopupFailure && error.reason === 'replaced') return;
      setProgress(null);
      if (error instanceof PopupFailure && error.reason !== 'closed') {
        setPopupTrouble({ provider, isBlocked: error.reason === 'blocked' });
      }
      fail(failureSentence(error), tokenBefore);
    }
  }

  async function enter(token: string, link: PendingLink | null): Promise<void> {
    storeSessionToken(token);
    if (link) await addIdentity(link);
    setProgress(null);
    setPendingLink(null);
    close();
    const destination = takeIntendedRedirect();
    if (destination !== router.asPath) await router.push(destination);
  }

  async function signInByRedirect(provider: Provider): Promise<void> {
    setProgress({ provider, isAsking: true });
    const start = await startRedirectSignIn(provider, readIntendedRedirect());
    if (!start.isError) {
      // The page is about to be left; the buttons stay as they are until then.
      window.location.assign(start.redirectUrl);
      return;
    }
    setProgress(null);
    await showToast('error', start.message);
  }

  // Another tab has signed in: there is nothing to choose any more.
  const token = useSessionToken();
  const [tokenAtOpening] = useState(readSessionToken);
  const isSignedInElsewhere = Boolean(token) && token !== tokenAtOpening && !progress?.isAsking;
  useEffect(() => {
    if (isSignedInElsewhere) close();
  }, [isSignedInElsewhere, close]);

  // Whoever comes back from the provider's page by the back button finds the page as it was left.
  useEffect(() => {
    const reset = () => setProgress(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  return {
    isAvailable: popup.kind !== 'none',
    /** The provider that is being signed in with. */
    pendingProvider: progress?.provider,
    isAsking: progress?.isAsking ?? false,
    signIn: (provider: Provider) => signIn(provider),
    signInByRedirect,
    popupTrouble,
    pendingLink,
    signInAndLink: (link: PendingLink) => signIn(link.to, link),
    dropLink: () => setPendingLink(null),
  };
}

function fail(message: string, tokenBefore: string | undefined): void {
  // Unless another tab has signed in meanwhile: its session is none of this failure's.
  if (readSessionToken() === tokenBefore) clearSessionToken();
  void showToast('error', message || UNKNOWN_PROBLEM);
}

async function addIdentity({ popup }: PendingLink): Promise<void> {
  try {
    const { message } = await linkIdentity(popup);
    void showToast('success', message);
  } catch (error) {
    void showToast('error', failureSentence(error));
  }
}
