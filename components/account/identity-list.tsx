import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { useIdentities } from '@/hooks/use-identities';
import type { Identity } from '@/lib/contract/account';
import { PROVIDER_NAMES, PROVIDERS } from '@/lib/contract/sign-in';
import { formatTimeAgo } from '@/lib/format/time-ago';
import { IdentityOffers } from './identity-offers';
import { ListFailure } from './list-failure';

type IdentityListProps = {
  /** Not while the account is about to be deleted. */
  canLink: boolean;
};

/** The ways in which the member signs in, and those that can be added. */
export function IdentityList({ canLink }: IdentityListProps) {
  const { identities, error, refresh, replace } = useIdentities();
  if (!identities) {
    return error ? (
      <ListFailure sentence={error.message} onRetry={() => void refresh()} />
    ) : (
      <Skeleton className="h-36" />
    );
  }
  const missing = PROVIDERS.filter((name) =>
    identities.every(({ provider }) => provider !== (`${name}.com` as const)),
  );
  return (
    <ul className="settings-list">
      {identities.map((identity) => (
        <IdentityRow key={`${identity.provider} ${identity.createdAt}`} identity={identity} />
      ))}
      {canLink && <IdentityOffers providers={missing} onLinked={(all) => void replace(all)} />}
    </ul>
  );
}

const ICONS = { 'google.com': 'google', 'github.com': 'github' } as const;

function IdentityRow({ identity: { provider, email, lastUsedAt } }: { identity: Identity }) {
  return (
    <li>
      <Icon name={ICONS[provider]} className="size-6" />
      <div className="min-w-0">
        <p className="font-semibold">{PROVIDER_NAMES[provider]}</p>
        <p className="text-sm text-muted">
          {email && `${email} · `}
          last used <time dateTime={lastUsedAt}>{formatTimeAgo(lastUsedAt)}</time>
        </p>
      </div>
    </li>
  );
}
