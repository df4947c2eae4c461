import { useRef, useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isStaleSignIn, useIdentities } from '@/hooks/use-account';
import { useOtherWays, usePopup, useSignInProviders } from '@/hooks/use-popup';
import { ApiFailure, call } from '@/lib/api/http';
import { linkIdentity } from '@/lib/api/sign-in';
import { showToast } from '@/lib/browser/toasts';
import { type Identity, unlinkIdentityCall } from '@/lib/contract/account';
import {
  type Provider,
  PROVIDER_NAMES,
  providerId,
  providerName,
  type SignInWay,
} from '@/lib/contract/sign-in';
import { formatTimeAgo } from '@/lib/format/figures';
import { linkFailureSentence, PopupFailure } from '@/lib/identity/popup-exchange';
import { AddEmail } from './add-email';
import { RemoveWay } from './way-parts';
import { ListFailure, settingsListClasses, SettingsRow } from './settings-section';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type IdentityListProps = {
  /** False while the account is about to be deleted. */
  canLink: boolean;
};

export function IdentityList({ canLink }: IdentityListProps) {
  const { identities, error, refresh, replace } = useIdentities();
  const providers = useSignInProviders();
  const offersEmail = useOtherWays()?.offersEmail ?? false;
  const list = useRef<HTMLUListElement>(null);
  if (!identities) {
    return error ? (
      <ListFailure sentence={error.message} onRetry={() => void refresh()} />
    ) : (
      <Skeleton className="h-36" />
    );
  }
  const missing = providers.filter((name) =>
    identities.every(({ provider }) => provider !== providerId(name)),
  );
  return (
    <ul ref={list} tabIndex={-1} className={`${settingsListClasses} outline-none`}>
      {identities.map((identity) => (
        <IdentityRow
          key={`${identity.provider} ${identity.subject}`}
          identity={identity}
          onRemoved={
            canLink && identities.length > 1
              ? (all) => {
                  // The row that had the focus is gone.
                  list.current?.focus();
                  void replace(all);
                }
              : undefined
          }
        />
      ))}
      {canLink && <LinkableProviders providers={missing} onLinked={(all) => void replace(all)} />}
      {canLink && offersEmail && <AddEmail onAdded={(all) => void replace(all)} />}
    </ul>
  );
}

const ICONS = { 'google.com': 'google', 'github.com': 'github', oidc: 'shield', email: 'mail' } as const;

type IdentityRowProps = {
  identity: Identity;
  /** Receives the other identities. Absent where the row has no button that removes it. */
  onRemoved?: (identities: Identity[]) => void;
};

const IdentityRow = ({ identity: { provider, subject, email, lastUsedAt }, onRemoved }: IdentityRowProps) => (
  <SettingsRow
    icon={<Icon name={ICONS[provider]} className="size-6" />}
    action={
      onRemoved && (
        <RemoveWay
          {...wordsOfRemoval(provider, email)}
          onRemove={async () => {
            const { identities, message } = await call(unlinkIdentityCall, { body: { provider, subject } });
            onRemoved(identities);
            void showToast('success', message);
          }}
        />
      )
    }
  >
    <p className="font-semibold">
      {provider === 'email'
        ? t('identity.byEmail', 'Code by email' /* a way to sign in */)
        : PROVIDER_NAMES[provider]}
    </p>
    <p className="text-sm text-muted">
      {email && <span className="wrap-anywhere">{`${email} · `}</span>}
      <span>
        {rich('identity.lastUsed', 'last used <time>{timeAgo}</time>' /* after an email or a name */, {
          time: (text) => <time dateTime={lastUsedAt}>{text}</time>,
          timeAgo: formatTimeAgo(lastUsedAt),
        })}
      </span>
    </p>
  </SettingsRow>
);

function wordsOfRemoval(provider: SignInWay, email: string): { name: string; about: string } {
  if (provider === 'email')
    return {
      name: email,
      about: t('identity.removeEmail', 'Codes to {email} will no longer sign in to your account.', { email }),
    };
  const name = PROVIDER_NAMES[provider];
  return {
    name,
    about: t('identity.removeProvider', '{provider} will no longer sign in to your account.', {
      provider: name,
    }),
  };
}

type LinkableProvidersProps = {
  providers: readonly Provider[];
  onLinked: (identities: Identity[]) => void;
};

function LinkableProviders({ providers, onLinked }: LinkableProvidersProps) {
  const { link, linkingProvider, isWaitingForServer, prepare, stale } = useIdentityLink(onLinked);

  return providers.map((provider) => (
    <SettingsRow
      key={provider}
      icon={<Icon name={ICONS[providerId(provider)]} className="size-6 opacity-60" />}
      action={
        <Button
          disabled={isWaitingForServer}
          aria-busy={linkingProvider === provider}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void link(provider)}
        >
          {linkingProvider === provider && <Spinner />}
          <span>
            {rich('identity.link', 'Link<hidden> {provider}</hidden>' /* adds a way to sign in */, {
              hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
              provider: providerName(provider),
            })}
          </span>
        </Button>
      }
    >
      <p className="font-semibold">{providerName(provider)}</p>
      <p className="text-sm text-muted">{t('identity.notLinked', 'Not linked' /* a way to sign in */)}</p>
      <CallFailure
        failure={stale?.provider === provider ? stale.failure : undefined}
        signInAt="/account/settings"
      />
    </SettingsRow>
  ));
}

/**
 * Links another provider to the account, in its popup.
 *
 * @param onLinked receives all identities of the account.
 */
function useIdentityLink(onLinked: (identities: Identity[]) => void) {
  const [isNeeded, setIsNeeded] = useState(false);
  const popup = usePopup({ isNeeded });
  const [linkingProvider, setLinkingProvider] = useState<Provider | null>(null);
  const [isWaitingForServer, setIsWaitingForServer] = useState(false);
  const [stale, setStale] = useState<{ provider: Provider; failure: ApiFailure }>();

  async function link(provider: Provider): Promise<void> {
    setIsNeeded(true);
    setLinkingProvider(provider);
    setStale(undefined);
    try {
      const tokens = await popup.open(provider);
      setIsWaitingForServer(true);
      const { identities, message } = await linkIdentity(tokens);
      onLinked(identities);
      void showToast('success', message);
    } catch (error) {
      // A newer popup has taken over, and reports its own result.
      if (error instanceof PopupFailure && error.reason === 'replaced') return;
      if (error instanceof ApiFailure && isStaleSignIn(error)) setStale({ provider, failure: error });
      else void showToast('error', linkFailureSentence(error));
    }
    setIsWaitingForServer(false);
    setLinkingProvider(null);
  }

  return {
    link,
    /** The provider whose popup is open. Another click opens a new popup, which cancels it. */
    linkingProvider,
    isWaitingForServer,
    /** The provider that was not linked because the member has to sign in again first. */
    stale,
    /** Loads the popup's code. Call it when the pointer or the focus comes near, so that the popup opens in the click. */
    prepare: () => setIsNeeded(true),
  };
}
