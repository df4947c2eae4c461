import { useState } from 'react';
import { linkIdentity } from '@/lib/api/sign-in';
import { showToast } from '@/lib/browser/toasts';
import type { Identity } from '@/lib/contract/account';
import type { Provider } from '@/lib/contract/sign-in';
import { linkFailureSentence } from '@/lib/identity/failure-sentence';
import { PopupFailure } from '@/lib/identity/popup-exchange';
import { usePopup } from './use-popup';

/**
 * Links another provider to the account, in its popup.
 *
 * @param onLinked receives all identities of the account.
 */
export function useIdentityLink(onLinked: (identities: Identity[]) => void) {
  const [isNeeded, setIsNeeded] = useState(false);
  const popup = usePopup({ isNeeded });
  const [linkingProvider, setLinkingProvider] = useState<Provider | null>(null);
  const [isWaitingForServer, setIsWaitingForServer] = useState(false);

  async function link(provider: Provider): Promise<void> {
    setIsNeeded(true);
    setLinkingProvider(provider);
    try {
      const tokens = await popup.open(provider);
      setIsWaitingForServer(true);
      const { identities, message } = await linkIdentity(tokens);
      onLinked(identities);
      void showToast('success', message);
    } catch (error) {
      // A newer popup has taken over, and reports its own result.
      if (error instanceof PopupFailure && error.reason === 'replaced') return;
      void showToast('error', linkFailureSentence(error));
    }
    setIsWaitingForServer(false);
    setLinkingProvider(null);
  }

  return {
    link,
    /** The provider whose popup is open. Another click opens a new popup, which cancels it. */
    linkingProvider,
    isWaitingForServer,
    /** Loads the popup's code. Call it when the pointer or the focus comes near, so that the popup opens in the click. */
    prepare: () => setIsNeeded(true),
  };
}
