import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type PopupTrouble, useProviderSignIn } from '@/hooks/use-provider-sign-in';
import { useSignIn } from '@/hooks/use-sign-in';
import { useHasSessionEnded } from '@/hooks/use-end-of-session';
import type { Provider } from '@/lib/contract/sign-in';
import { site } from '@/lib/site';

export function SignInModal() {
  const { isOpen, close, purpose } = useSignIn();
  const hasSessionEnded = useHasSessionEnded();
  const titleId = useId();

  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId}>
      <div className="flex flex-col p-6 sm:p-8">
        <div className="-mt-2 -me-2 mb-4 flex items-start justify-between sm:-mt-4 sm:-me-4">
          <span className="mt-2 grid size-14 place-items-center rounded-card bg-brand text-on-brand sm:mt-4">
            <Icon name="sprout" className="size-8" />
          </span>
          <DialogCloseButton onClose={close} />
        </div>
        <h2 id={titleId} className="text-xl font-bold">
          {purpose ? `Sign in to ${purpose}` : 'Sign in'}
        </h2>
        {hasSessionEnded && (
          <p role="alert" className="mt-3 rounded-control bg-raised px-4 py-3">
            You&apos;ve been signed out. Sign in again to go on.
          </p>
        )}
        <p className="mt-2">
          {`Sign in with your social media account to submit, upvote and bookmark ${site.nounPlural}.`}
        </p>
        <SignInOptions />
        <p className="text-sm text-muted">
          We won&apos;t share any post or activity on your profile, social login is here to fight spam.
        </p>
      </div>
    </Dialog>
  );
}

/** The provider buttons, and what to do when signing in with one of them fails. */
function SignInOptions() {
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

type RedirectFallbackProps = {
  trouble: PopupTrouble | null;
  providers: readonly Provider[];
  nameOf: (provider: Provider) => string;
  isBusy: boolean;
  onContinue: (provider: Provider) => void;
};

/** Signing in on the provider's own page: offered when the popup fails, and on request. */
function RedirectFallback({ trouble, providers, nameOf, isBusy, onContinue }: RedirectFallbackProps) {
  const [isRequested, setIsRequested] = useState(false);
  const offer = useRef<HTMLDivElement>(null);

  // The button that was clicked has been replaced by the offer.
  useEffect(() => {
    if (isRequested) offer.current?.focus();
  }, [isRequested]);

  if (!trouble && !isRequested) {
    return (
      <button
        type="button"
        className="my-4 self-center rounded-control px-2 py-1 text-sm text-muted underline underline-offset-4 hover:text-ink"
        onClick={() => setIsRequested(true)}
      >
        Popup not opening?
      </button>
    );
  }

  return (
    <div
      ref={offer}
      tabIndex={-1}
      className="my-4 flex flex-col gap-3 rounded-control bg-raised p-4 outline-none"
    >
      <p role={trouble ? 'alert' : undefined} className="text-sm">
        {trouble
          ? troubleSentence(trouble, nameOf(trouble.provider))
          : "Sign in without a popup. You'll leave this page and come back."}
      </p>
      {(trouble ? [trouble.provider] : providers).map((provider) => (
        <Button key={provider} disabled={isBusy} onClick={() => onContinue(provider)}>
          {`Continue to ${nameOf(provider)}`}
        </Button>
      ))}
    </div>
  );
}

function troubleSentence({ isBlocked }: PopupTrouble, name: string): string {
  const problem = isBlocked ? 'Your browser blocked the popup.' : "The popup didn't work.";
  return `${problem} Continue to ${name} instead.`;
}
