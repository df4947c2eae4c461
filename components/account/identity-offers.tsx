import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useIdentityLink } from '@/hooks/use-identity-link';
import type { Identity } from '@/lib/contract/account';
import { type Provider, PROVIDER_NAMES } from '@/lib/contract/sign-in';

type IdentityOffersProps = {
  providers: readonly Provider[];
  /** Is given all identities of the account. */
  onLinked: (identities: Identity[]) => void;
};

/** Rows for the providers that the account does not have yet, each with the button that adds it. */
export function IdentityOffers({ providers, onLinked }: IdentityOffersProps) {
  const { link, linkingProvider, isAsking, prepare } = useIdentityLink(onLinked);

  return providers.map((provider) => {
    const name = PROVIDER_NAMES[`${provider}.com`];
    return (
      <li key={provider}>
        <Icon name={provider} className="size-6 opacity-60" />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-sm text-muted">Not linked</p>
        </div>
        <Button
          disabled={isAsking}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void link(provider)}
        >
          {linkingProvider === provider && <Spinner />}
          Link
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </li>
    );
  });
}
