import type { PopupConfig } from '@/lib/contract/sign-in';
import type { PopupExchange } from './popup-exchange';

type OfferWithPopup = Exclude<PopupConfig, { kind: 'none' }>;

const exchanges = new Map<string, Promise<PopupExchange>>();

/** The exchange for what the server offers: one for the page's life. Its code is loaded here and not before. */
export function openExchange(offer: OfferWithPopup): Promise<PopupExchange> {
  const key = JSON.stringify(offer);
  const known = exchanges.get(key);
  if (known) return known;
  const opened = createExchange(offer);
  exchanges.set(key, opened);
  // Its code did not arrive, perhaps offline: the next press tries again.
  opened.catch(() => exchanges.delete(key));
  return opened;
}

async function createExchange(offer: OfferWithPopup): Promise<PopupExchange> {
  if (offer.kind === 'local') return (await import('./local')).createLocalExchange(offer);
  const { apiKey, authDomain, projectId } = offer;
  return (await import('./firebase')).createFirebaseExchange({ apiKey, authDomain, projectId });
}
