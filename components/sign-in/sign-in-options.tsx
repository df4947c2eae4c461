import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useProviderSignIn } from '@/hooks/use-provider-sign-in';
import { PROVIDERS } from '@/lib/contract/sign-in';
import { LinkOffer } from './link-offer';
import { providerName } from './provider-name';
import { RedirectFallback } from './redirect-fallback';

/** The ways to sign in, and what to do when one of them fails. */
export function SignInOptions() {
  const login = useProviderSignIn();
  const { pendingProvider, isAsking, pendingLink } = login;

  if (!login.isAvailable) {
    return (
      <p className="my-6 rounded-control bg-raised px-4 py-3">
        Signing in is not set up on this site yet. Everything here can be read without it.
      </p>
    );
  }

  return (
    <>
      {pendingLink && (
        <LinkOffer
          link={pendingLink}
          isBusy={isAsking}
          isPending={pendingProvider === pendingLink.to}
          onAccept={() => void login.signInAndLink(pendingLink)}
          onDecline={login.dropLink}
        />
      )}
      {!pendingLink && (
        <div className="mt-6 flex flex-col gap-3">
          {PROVIDERS.map((provider) => (
            <Button
              key={provider}
              size="large"
              className="relative"
              disabled={isAsking}
              onClick={() => void login.signIn(provider)}
            >
              <Icon name={provider} />
              {`Sign in with ${providerName(provider)}`}
              {pendingProvider === provider && <Spinner className="absolute right-4 size-4" />}
            </Button>
          ))}
        </div>
      )}
      {(!pendingLink || login.popupTrouble) && (
        <RedirectFallback
          trouble={login.popupTrouble}
          isBusy={isAsking}
          onContinue={(provider) => void login.signInByRedirect(provider)}
        />
      )}
      <VisuallyHidden live>{pendingProvider && 'Signing in…'}</VisuallyHidden>
    </>
  );
}
