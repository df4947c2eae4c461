import { useState } from 'react';
import { startLogin } from '@/lib/api/login';
import type { Provider } from '@/lib/contract/login';
import { showToast } from '@/lib/toasts';

/** Signing in with one provider at a time. */
export function useProviderLogin() {
  const [pendingProvider, setPendingProvider] = useState<Provider | null>(null);

  async function signIn(provider: Provider): Promise<void> {
    setPendingProvider(provider);
    const start = await startLogin(provider);
    if (!start.isError) {
      // The page is about to be left; the buttons stay as they are until then.
      window.location.assign(start.redirectUrl);
      return;
    }
    setPendingProvider(null);
    await showToast('error', start.message);
  }

  return { pendingProvider, signIn };
}
