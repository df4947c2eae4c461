import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { SIGN_IN_FAILURE_PARAM, SIGN_IN_FAILURES } from '@/lib/contract/plain/sign-in-failure';
import { showToast } from '@/lib/browser/toasts';

const sentences = new Map<string, string>(Object.entries(SIGN_IN_FAILURES));

/** Tells once why a sign-in on the provider's page failed, and takes the reason out of the address. */
export function useSignInFailure(): void {
  const { isReady, replace } = useRouter();

  useEffect(() => {
    const address = new URL(window.location.href);
    const reason = address.searchParams.get(SIGN_IN_FAILURE_PARAM);
    if (!isReady || reason === null) return;
    address.searchParams.delete(SIGN_IN_FAILURE_PARAM);
    void replace(address.pathname + address.search + address.hash, undefined, { shallow: true });
    const sentence = sentences.get(reason);
    if (sentence) void showToast('error', sentence);
  }, [isReady, replace]);
}
