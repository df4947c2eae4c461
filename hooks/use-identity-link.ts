import { useState } from 'react';
import { linkIdentity } from '@/lib/api/sign-in';
import type { Identity } from '@/lib/contract/account';
import type { Provider } from '@/lib/contract/sign-in';
import { linkFailureSentence } from '@/lib/identity/failure-sentence';
import { PopupFailure } from '@/lib/identity/popup-exchange';
import { showToast } from '@/lib/browser/toasts';
import { usePopup } from './use-popup';

/**
 * Adding another provider to the account, by its popup.
 *
 * @param onLinked is given all identities of the account.
 */
export function useIdentityLink(onLinked: (identities: Identity[]) => void) {
  const [isNeeded, setIsNeeded] = useState(false);
  const popup = usePopup({ isNeeded });
  const [linkingProvider, setLinkingProvider] = useState<Provider | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  async function link(provider: Provider): Promise<void> {
    setIsNeeded(true);
    setLinkingProvider(provider);
    try {
      const proof = await popup.open(provider);
      setIsAsking(true);
      const { identities, message } = await linkIdentity(proof);
      onLinked(identities);
      void showToast('success', message);
    } catch (error) {
      // The popup that came instead tells its own story.
      if (error instanceof PopupFailure && error.reason === 'replaced') return;
      void showToast('error', linkFailureSentence(error));
    }
    setIsAsking(false);
    setLinkingProvider(null);
  }

  return {
    link,
    /** Whose popup is open. It may be pressed again, and takes the place of the former. */
    linkingProvider,
    /** Our own server is asked: not to be asked twice. */
    isAsking,
    /** When the pointer or the focus comes near: a popup opens in the very click only if its code is there. */
    prepare: () => setIsNeeded(true),
  };
}
