import { useEffect } from 'react';
import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { findPopupConfig, type SignInConfig } from '@/lib/api/sign-in';
import {
  type PopupConfig,
  type Provider,
  providerId,
  providerName,
  SOCIAL_PROVIDERS,
} from '@/lib/contract/sign-in';
import { type PopupExchange, PopupFailure, type PopupTokens } from '@/lib/identity/popup-exchange';
import { t } from '@/lib/texts/texts';

/**
 * The popup in which a person signs in with a provider. Its code loads as soon as the popup may be needed: browsers
 * open a popup during a click, and block it a few moments later.
 */
export function usePopup({ isNeeded }: { isNeeded: boolean }) {
  const { data: config, mutate } = usePopupConfig(isNeeded);

  useEffect(() => {
    if (!isNeeded || !config) return;
    void warmUp(config);
    return () => void cancel(config);
  }, [isNeeded, config]);

  return {
    /** Undefined while unknown. */
    kind: config?.kind,
    /** Those that are set up; Google and Github while that is unknown. */
    providers: providersOf(config),
    needsInvitation: config?.needsInvitation ?? false,
    offersEmail: config?.offersEmail ?? false,
    offersPasskeys: config?.offersPasskeys ?? false,
    nameOf: (provider: Provider): string =>
      (provider === 'oidc' && config?.kind === 'oauth' && config.oidcName) || providerName(provider),
    /**
     * Opens the popup. A popup that is open already is closed and rejects as `replaced`.
     *
     * @throws PopupFailure, or ApiFailure when the server does not say which popup to open.
     */
    async open(provider: Provider): Promise<PopupTokens> {
      const known = config ?? (await findPopupConfig());
      if (!config) void mutate(known, { revalidate: false });
      if (known.kind === 'none')
        throw new PopupFailure('failed', t('signIn.notSetUp', "Sign-in isn't set up on this site."));
      const exchange = await openExchange(known);
      return exchange.signIn(providerId(provider));
    },
    /** Closes an open popup, which rejects as `replaced`. */
    cancel: () => void (config && cancel(config)),
  };
}

/** The providers that are set up on this site; Google and Github while that is unknown. Loads no popup. */
export function useSignInProviders(): readonly Provider[] {
  const { data: config } = usePopupConfig(true);
  return providersOf(config);
}

/** What this site signs in with beside providers. Undefined while that is unknown. */
export function useOtherWays(): { offersEmail: boolean; offersPasskeys: boolean } | undefined {
  const { data: config } = usePopupConfig(true);
  return (
    config && { offersEmail: config.offersEmail ?? false, offersPasskeys: config.offersPasskeys ?? false }
  );
}

function providersOf(config: SignInConfig | undefined): readonly Provider[] {
  if (config?.kind === 'none') return [];
  return config?.kind === 'oauth' ? config.providers : SOCIAL_PROVIDERS;
}

const usePopupConfig = (isNeeded: boolean) =>
  useSWR<SignInConfig, ApiFailure>(isNeeded ? 'popup-config' : null, findPopupConfig, {
    revalidateOnFocus: false,
  });

async function warmUp(config: PopupConfig): Promise<void> {
  await (await exchangeFor(config))?.warmUp();
}

async function cancel(config: PopupConfig): Promise<void> {
  (await exchangeFor(config))?.cancel();
}

/** Also undefined when its code fails to load: the next click loads it again and reports a failure. */
async function exchangeFor(config: PopupConfig): Promise<PopupExchange | undefined> {
  if (config.kind === 'none') return undefined;
  return openExchange(config).catch(() => undefined);
}

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
  if (config.kind !== 'firebase')
    return (await import('@/lib/identity/server-popup')).createServerPopup(config);
  const { apiKey, authDomain, projectId } = config;
  return (await import('@/lib/identity/firebase')).createFirebaseExchange({ apiKey, authDomain, projectId });
}
