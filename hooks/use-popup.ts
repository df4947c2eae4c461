import { useEffect } from 'react';
import useSWR from 'swr';
import { findPopupConfig } from '@/lib/api/sign-in';
import type { ApiFailure } from '@/lib/api/http';
import type { PopupConfig, Provider } from '@/lib/contract/sign-in';
import { openExchange } from '@/lib/identity/open-exchange';
import { type PopupExchange, PopupFailure, type PopupTokens } from '@/lib/identity/popup-exchange';

/**
 * The popup in which somebody proves who they are. It is made ready while it may be needed, because browsers open
 * popups in a click itself and not some moments later.
 */
export function usePopup({ isNeeded }: { isNeeded: boolean }) {
  const { data: offer, mutate } = useSWR<PopupConfig, ApiFailure>(
    isNeeded ? 'identity-offer' : null,
    findPopupConfig,
    { revalidateOnFocus: false },
  );

  useEffect(() => {
    if (!isNeeded || !offer) return;
    void warmUp(offer);
    return () => void cancel(offer);
  }, [isNeeded, offer]);

  return {
    /** Undefined until it is known. */
    kind: offer?.kind,
    /**
     * Opens the popup, in place of one that is open.
     *
     * @throws PopupFailure, or ApiFailure when the server cannot be asked how one signs in.
     */
    async open(provider: Provider): Promise<PopupTokens> {
      const known = offer ?? (await findPopupConfig());
      if (!offer) void mutate(known, { revalidate: false });
      if (known.kind === 'none') throw new PopupFailure('failed', 'Signing in is not set up on this site.');
      const exchange = await openExchange(known);
      return exchange.signIn(`${provider}.com`);
    },
  };
}

async function warmUp(offer: PopupConfig): Promise<void> {
  await (await exchangeOf(offer))?.warmUp();
}

/** Whoever leaves the place from which a popup was opened does not want it any more. */
async function cancel(offer: PopupConfig): Promise<void> {
  (await exchangeOf(offer))?.cancel();
}

/** Undefined, too, when its code cannot be loaded: the press that needs it tries again, and tells. */
async function exchangeOf(offer: PopupConfig): Promise<PopupExchange | undefined> {
  if (offer.kind === 'none') return undefined;
  return openExchange(offer).catch(() => undefined);
}
