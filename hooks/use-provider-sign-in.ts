import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import {
  dropSession,
  exchangeEmailCode,
  exchangePasskey,
  exchangeTokens,
  linkIdentity,
  type SignInResult,
  startRedirectSignIn,
} from '@/lib/api/sign-in';
import { prepareToasts, showToast } from '@/lib/browser/toasts';
import { type Provider, providerOf } from '@/lib/contract/sign-in';
import {
  linkFailureSentence,
  signInFailureSentence,
  unknownProblem,
  PopupFailure,
  type PopupTokens,
} from '@/lib/identity/popup-exchange';
import { readIntendedRedirect, takeIntendedRedirect } from '@/lib/browser/intended-action';
import { clearSessionToken, readSessionToken, storeSessionToken } from '@/lib/session-token';
import { usePopup } from './use-popup';
import { useKnownUser, useSessionToken } from './use-user';
import { useSignIn } from './use-sign-in';

/** A popup whose email has an account that signs in in another way. The popup's tokens can be added to that account. */
export type PendingLink = { popup: PopupTokens; message: string; from: Provider; to: Provider | 'email' };

export type PopupTrouble = { provider: Provider; isBlocked: boolean };

/** A sign-in waits for its popup, which a new popup may replace, and then for our server, which is asked once. */
export type SignInProgress = { provider: Provider | 'email' | 'passkey'; waitsFor: 'popup' | 'server' };

/** The session at the beginning of a sign-in. The session is known to be open only if the page has loaded its user. */
type SessionBefore = { token: string | undefined; isOpen: boolean };

/** Signs in with one provider at a time: in its popup or, where no popup opens, on its own page. */
export function useProviderSignIn() {
  const router = useRouter();
  const { close } = useSignIn();
  const popup = usePopup({ isNeeded: true });
  const member = useKnownUser();
  const readSession = (): SessionBefore => ({ token: readSessionToken(), isOpen: member !== undefined });
  const [progress, setProgress] = useState<SignInProgress | null>(null);
  const [pendingLink, setPendingLink] = useState<PendingLink | null>(null);
  const [popupTrouble, setPopupTrouble] = useState<PopupTrouble | null>(null);
  // Closing the modal ends what it has begun.
  const closed = useRef(false);
  const isClosed = () => closed.current;
  useEffect(() => {
    closed.current = false;
    return () => void (closed.current = true);
  }, []);

  /** @param link what to add to the account that signs in. */
  async function signIn(provider: Provider, link: PendingLink | null = null): Promise<void> {
    const before = readSession();
    setProgress({ provider, waitsFor: 'popup' });
    setPopupTrouble(null);
    try {
      const tokens = await popup.open(provider);
      if (isClosed()) return;
      setProgress({ provider, waitsFor: 'server' });
      const result = await exchangeTokens(tokens);
      if (isClosed()) {
        if (!result.isError) await takeBack(result.encrypted_token, before);
        return;
      }
      if (!result.isError) return await finish(result.encrypted_token, link, before);
      setProgress(null);
      if (result.linkTo) {
        endSession(before);
        const to = result.linkTo === 'email' ? result.linkTo : providerOf(result.linkTo);
        setPendingLink({ popup: tokens, message: result.message, from: provider, to });
      } else {
        fail(result.message, before);
      }
    } catch (error) {
      if (isClosed()) return;
      // A newer popup has taken over, and reports its own result.
      if (error instanceof PopupFailure && error.reason === 'replaced') return;
      setProgress(null);
      const isTrouble = error instanceof PopupFailure && !['closed', 'refused'].includes(error.reason);
      if (isTrouble) {
        setPopupTrouble({ provider, isBlocked: error.reason === 'blocked' });
      }
      fail(signInFailureSentence(error), before);
    }
  }

  /** @returns the sentence of a failure. */
  async function signInWithout(
    provider: 'email' | 'passkey',
    exchange: () => Promise<SignInResult>,
  ): Promise<string | undefined> {
    const before = readSession();
    popup.cancel();
    setProgress({ provider, waitsFor: 'server' });
    const result = await exchange();
    if (isClosed()) {
      if (!result.isError) await takeBack(result.encrypted_token, before);
      return undefined;
    }
    setProgress(null);
    if (result.isError) return result.message || unknownProblem();
    await finish(result.encrypted_token, pendingLink, before);
    return undefined;
  }

  async function finish(token: string, link: PendingLink | null, before: SessionBefore): Promise<void> {
    if (link) await addIdentity(link, token);
    if (isClosed()) return takeBack(token, before);
    storeSessionToken(token);
    close();
    const destination = takeIntendedRedirect();
    if (destination !== router.asPath) await router.push(destination);
  }

  async function signInByRedirect(provider: Provider): Promise<void> {
    const before = readSession();
    popup.cancel();
    setProgress({ provider, waitsFor: 'server' });
    const start = await startRedirectSignIn(provider, readIntendedRedirect());
    if (isClosed()) return;
    if (!start.isError) {
      // The browser leaves this page. Until then the buttons stay disabled.
      window.location.assign(start.redirectUrl);
      return;
    }
    setProgress(null);
    fail(start.message, before);
  }

  // Without a connection, the code that shows a failure could not be loaded any more.
  useEffect(() => void prepareToasts(), []);

  // Another tab has signed in, so there is nothing left to choose.
  const token = useSessionToken();
  const [tokenAtOpening] = useState(readSessionToken);
  const isSignedInElsewhere = Boolean(token) && token !== tokenAtOpening && progress?.waitsFor !== 'server';
  useEffect(() => {
    if (isSignedInElsewhere) close();
  }, [isSignedInElsewhere, close]);

  // The back button may restore this page from memory, as it was when the browser left for the provider.
  useEffect(() => {
    const reset = () => setProgress(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  return {
    isAvailable: popup.kind !== 'none' || popup.offersEmail || popup.offersPasskeys,
    providers: popup.providers,
    nameOf: popup.nameOf,
    needsInvitation: popup.needsInvitation,
    offersEmail: popup.offersEmail,
    offersPasskeys: popup.offersPasskeys,
    /** The provider of the sign-in in progress. */
    pendingProvider: progress?.provider,
    isWaitingForPopup: progress?.waitsFor === 'popup',
    isWaitingForServer: progress?.waitsFor === 'server',
    /** During a sign-in whose popup is open: cancels that popup and opens a new one. */
    signIn: (provider: Provider) => signIn(provider),
    signInByRedirect,
    signInByEmail: (code: string) => signInWithout('email', () => exchangeEmailCode(code)),
    signInByPasskey: () => signInWithout('passkey', exchangePasskey),
    popupTrouble,
    pendingLink,
    signInAndLink: (provider: Provider, link: PendingLink) => signIn(provider, link),
    dropLink: () => setPendingLink(null),
  };
}

function fail(message: string, before: SessionBefore): void {
  endSession(before);
  void showToast('error', message || unknownProblem());
}

/**
 * Clears the cookie of a session that was not open before the failed sign-in. The cookie stays when a signed-in member signs
 * in again, and when another tab has stored a new session during the sign-in.
 */
function endSession({ token, isOpen }: SessionBefore): void {
  if (!isOpen && readSessionToken() === token) clearSessionToken();
}

/** Ends the session of a sign-in whose dialog was closed: restores the cookie of this browser, and signs the session out at the server. */
async function takeBack(token: string, before: SessionBefore): Promise<void> {
  if (readSessionToken() === token) {
    if (before.token === undefined) clearSessionToken();
    else storeSessionToken(before.token);
  }
  await dropSession(token).catch(() => undefined);
}

async function addIdentity({ popup }: PendingLink, token: string): Promise<void> {
  try {
    const { message } = await linkIdentity(popup, token);
    void showToast('success', message);
  } catch (error) {
    void showToast('error', linkFailureSentence(error));
  }
}
