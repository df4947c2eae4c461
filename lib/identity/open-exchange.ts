import type { PopupConfig } from '@/lib/contract/sign-in';
import type { PopupExchange } from './popup-exchange';

type ConfigWithPopup = Exclude<PopupConfig, { kind: 'none' }>;

const exchanges = new Map<string, Promise<PopupExchange>>();

/** Opens the exchange for the server's configuration, once per page load. Loads its code on the first call. */
export function openExchange(config: ConfigWithPopup): Promise<PopupExchange> {
  const key = JSON.stringify(config);
  const known = exchanges.get(key);
  if (known) return known;
  const opened = createExchange(config);
  exchanges.set(key, opened);
  // The code did not load, perhaps because the browser is offline. The next click loads it again.
  opened.catch(() => exchanges.delete(key));
  return opened;
}

async function createExchange(config: ConfigWithPopup): Promise<PopupExchange> {
  if (config.kind !== 'firebase') return (await import('./server-popup')).createServerPopup(config);
  const { apiKey, authDomain, projectId } = config;
  return (await import('./firebase')).createFirebaseExchange({ apiKey, authDomain, projectId });
}
