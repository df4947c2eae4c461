import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { LOGIN_FAILURE_PARAM, LOGIN_FAILURES } from '@/lib/contract/plain/login-failure';
import { showToast } from '@/lib/browser/toasts';

const sentences = new Map<string, string>(Object.entries(LOGIN_FAILURES));

/** Tells once why a sign-in on the provider's page failed, and takes the reason out of the address. */
export function useLoginFailure(): void {
  const { isReady, replace } = useRouter();

  useEffect(() => {
    const address = new URL(window.location.href);
    const reason = address.searchParams.get(LOGIN_FAILURE_PARAM);
    if (!isReady || reason === null) return;
    address.searchParams.delete(LOGIN_FAILURE_PARAM);
    void replace(address.pathname + address.search + address.hash, undefined, { shallow: true });
    const sentence = sentences.get(reason);
    if (sentence) void showToast('error', sentence);
  }, [isReady, replace]);
}
