import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { SIGN_IN_FAILURE_PARAM, SIGN_IN_FAILURES } from '@/lib/contract/plain/sign-in-failure';
import { showToast } from '@/lib/browser/toasts';
import { forgetIntendedDeletion } from '@/lib/intended-action';

const sentences = new Map<string, string>(Object.entries(SIGN_IN_FAILURES));

/** Shows once why a redirect sign-in failed, and removes the reason from the URL. */
export function useSignInFailure(): void {
  const { isReady, replace } = useRouter();

  useEffect(() => {
    const url = new URL(window.location.href);
    const reason = url.searchParams.get(SIGN_IN_FAILURE_PARAM);
    if (!isReady || reason === null) return;
    url.searchParams.delete(SIGN_IN_FAILURE_PARAM);
    forgetIntendedDeletion();
    void replace(url.pathname + url.search + url.hash, undefined, { shallow: true });
    const sentence = sentences.get(reason);
    if (sentence) void showToast('error', sentence);
  }, [isReady, replace]);
}
