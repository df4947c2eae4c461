import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useProviderSignIn } from '@/hooks/use-provider-sign-in';
import type { Provider } from '@/lib/contract/sign-in';
import { RedirectFallback } from './redirect-fallback';

/** The provider buttons, and what to do when signing in with one of them fails. */
export function SignInOptions() {
  const signIn = useProviderSignIn();
  const { pendingProvider, pendingLink, isWaitingForPopup, isWaitingForServer } = signIn;
  const isInProgress = pendingProvider !== undefined;
  const options = useFocusDuringSignIn(pendingProvider);

  if (!signIn.isAvailable) {
    return (
      <p className="my-6 rounded-control bg-raised px-4 py-3">
        Sign-in isn&apos;t set up on this site yet. You can read everything without an account.
      </p>
    );
  }

  const tryAgainLink = (onTryAgain: () => void) =>
    isWaitingForPopup && (
      <button
        data-try-again
        type="button"
        className="shrink-0 rounded-control px-1 py-2 text-sm font-semibold text-accent underline underline-offset-4"
        onClick={onTryAgain}
      >
        Try again
      </button>
    );

  return (
    <div ref={options} className="flex flex-col">
      {pendingLink ? (
        <div className="my-6 flex flex-col gap-3">
          <p role="alert" className="rounded-control bg-raised px-4 py-3">
            {pendingLink.message}
          </p>
          <div className="flex items-center gap-2">
            <Button
              look="primary"
              size="large"
              className="min-w-0 flex-1 shrink! leading-5 whitespace-normal!"
              disabled={isInProgress}
              onClick={() => void signIn.signInAndLink(pendingLink)}
            >
              <span>{`Sign in with ${signIn.nameOf(pendingLink.to)} and link ${signIn.nameOf(pendingLink.from)}`}</span>
              {isInProgress && <Spinner />}
            </Button>
            {tryAgainLink(() => void signIn.signInAndLink(pendingLink))}
          </div>
          <Button look="quiet" disabled={isInProgress} onClick={signIn.dropLink}>
            Choose another way
          </Button>
        </div>
      ) : (
        <div className="mt-6 flex flex-col gap-3">
          {signIn.needsInvitation && (
            <p className="rounded-control bg-raised px-4 py-3">
              New accounts need an invitation from a moderator.
            </p>
          )}
          {signIn.providers.map((provider) => (
            <div key={provider} className="flex items-center gap-2">
              <Button
                size="large"
                className="min-w-0 flex-1"
                data-provider={provider}
                disabled={isInProgress}
                onClick={() => void signIn.signIn(provider)}
              >
                <Icon name={provider === 'oidc' ? 'shield' : provider} />
                <span>{`Sign in with ${signIn.nameOf(provider)}`}</span>
                {pendingProvider === provider && <Spinner />}
              </Button>
              {pendingProvider === provider && tryAgainLink(() => void signIn.signIn(provider))}
            </div>
          ))}
        </div>
      )}
      {(!pendingLink || signIn.popupTrouble) && (
        <RedirectFallback
          trouble={signIn.popupTrouble}
          providers={signIn.providers}
          nameOf={signIn.nameOf}
          isBusy={isWaitingForServer}
          onContinue={(provider) => void signIn.signInByRedirect(provider)}
        />
      )}
      <VisuallyHidden live>{isInProgress && 'Signing in…'}</VisuallyHidden>
    </div>
  );
}

/**
 * Keeps the focus in the dialog: a sign-in disables the button that was clicked, and its end removes “Try again”.
 *
 * @returns the ref of the element around the buttons.
 */
function useFocusDuringSignIn(pendingProvider: Provider | undefined) {
  const options = useRef<HTMLDivElement>(null);
  const lastProvider = useRef(pendingProvider);

  useEffect(() => {
    const { activeElement } = document;
    const isFocusLost = activeElement === document.body || activeElement?.matches(':disabled');
    const chosen = pendingProvider ? '[data-try-again]' : `[data-provider="${lastProvider.current}"]`;
    if (isFocusLost && lastProvider.current !== pendingProvider) {
      const target = options.current?.querySelector<HTMLElement>(chosen);
      (target ?? options.current?.querySelector('button'))?.focus();
    }
    lastProvider.current = pendingProvider;
  }, [pendingProvider]);

  return options;
}
