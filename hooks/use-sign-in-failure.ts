import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { SIGN_IN_FAILURE_PARAM } from '@/lib/contract/plain/site';
import { showToast } from '@/lib/browser/toasts';
import { forgetIntendedDeletion } from '@/lib/intended-action';

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
    void showFailure(reason);
  }, [isReady, replace]);
}

async function showFailure(reason: string): Promise<void> {
  const { SIGN_IN_FAILURES } = await import('@/lib/contract/plain/sign-in-failure');
  const sentence = new Map<string, string>(Object.entries(SIGN_IN_FAILURES)).get(reason);
  if (sentence) await showToast('error', sentence);
}
