import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { SiteMark } from '@/components/layout/site-mark';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type PendingLink, type SignInProgress, useProviderSignIn } from '@/hooks/use-provider-sign-in';
import { useSignInProviders } from '@/hooks/use-popup';
import { useSignIn } from '@/hooks/use-sign-in';
import { EmailSignIn } from './email-sign-in';
import { PasskeySignIn } from './passkey-sign-in';
import { RedirectFallback } from './redirect-fallback';
import { useHasSessionEnded } from '@/hooks/use-end-of-session';
import type { IntendedReaction } from '@/lib/browser/intended-action';
import type { Provider } from '@/lib/contract/sign-in';
import { t } from '@/lib/texts/texts';

export function SignInModal() {
  const { isOpen, close, destination, reaction } = useSignIn();
  const hasSessionEnded = useHasSessionEnded();
  const titleId = useId();
  const hasProviders = useSignInProviders().length > 0;

  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId}>
      <div className="flex flex-col p-6 sm:p-8">
        <div className="-mt-2 -me-2 mb-4 flex items-start justify-between sm:-mt-4 sm:-me-4">
          <SiteMark className="mt-2 size-14 rounded-card sm:mt-4" markClassName="size-8" />
          <DialogCloseButton onClose={close} />
        </div>
        <h2 id={titleId} className="text-xl font-bold">
          {titleOf(destination, reaction)}
        </h2>
        {hasSessionEnded && (
          <p role="alert" className="mt-3 rounded-control bg-raised px-4 py-3">
            {t('signIn.sessionEnded', "You've been signed out. Sign in again to go on.")}
          </p>
        )}
        <p className="mt-2">
          {hasProviders
            ? t(
                'signIn.purpose',
                'Sign in with your social media account to submit, upvote and bookmark {nouns}.',
              )
            : t('signIn.purposeByEmail', 'Sign in to submit, upvote and bookmark {nouns}.')}
        </p>
        <SignInOptions />
        {hasProviders && (
          <p className="text-sm text-muted">
            {t(
              'signIn.promise',
              "We won't share any post or activity on your profile, social login is here to fight spam.",
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** What signing in is for. */
function titleOf(destination: string, reaction: IntendedReaction | undefined): string {
  if (reaction?.kind === 'upvote')
    return t('signIn.toUpvote', 'Sign in to upvote {name}', { name: reaction.name });
  if (reaction) return t('signIn.toBookmark', 'Sign in to bookmark {name}', { name: reaction.name });
  if (destination.endsWith('#suggest')) return t('signIn.toSuggest', 'Sign in to suggest an alternative');
  if (destination.startsWith('/account/submit')) return t('signIn.toSubmit', 'Sign in to submit {aNoun}');
  return t('signIn.title', 'Sign in' /* the title of the dialog */);
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
        {t(
          'signIn.unavailable',
          "Sign-in isn't set up on this site yet. You can read everything without an account.",
        )}
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
        {t('action.tryAgain', 'Try again')}
      </button>
    );

  const byEmail = signIn.offersEmail && (
    <EmailSignIn isDisabled={isInProgress} onCode={signIn.signInByEmail} />
  );

  return (
    <div ref={options} className="flex flex-col">
      {pendingLink ? (
        <div className="my-6 flex flex-col gap-3">
          <p role="alert" className="rounded-control bg-raised px-4 py-3">
            {pendingLink.message}
          </p>
          {pendingLink.to === 'email' ? (
            byEmail
          ) : (
            <LinkButton {...{ signIn, pendingLink, tryAgainLink }} to={pendingLink.to} />
          )}
          <Button look="quiet" disabled={isInProgress} onClick={signIn.dropLink}>
            {t('signIn.chooseOther', 'Choose another way')}
          </Button>
        </div>
      ) : (
        <div className="mt-6 flex flex-col gap-3">
          {signIn.needsInvitation && (
            <p className="rounded-control bg-raised px-4 py-3">
              {t('signIn.needsInvitation', 'New accounts need an invitation from a moderator.')}
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
                <span>
                  {t('signIn.with', 'Sign in with {provider}', { provider: signIn.nameOf(provider) })}
                </span>
                {pendingProvider === provider && <Spinner />}
              </Button>
              {pendingProvider === provider && tryAgainLink(() => void signIn.signIn(provider))}
            </div>
          ))}
        </div>
      )}
      {signIn.providers.length > 0 && (!pendingLink || signIn.popupTrouble) && (
        <RedirectFallback
          trouble={signIn.popupTrouble}
          providers={signIn.providers}
          nameOf={signIn.nameOf}
          isBusy={isWaitingForServer}
          onContinue={(provider) => void signIn.signInByRedirect(provider)}
        />
      )}
      {!pendingLink && signIn.offersPasskeys && (
        <PasskeySignIn isDisabled={isInProgress} onSignIn={signIn.signInByPasskey} />
      )}
      {!pendingLink && byEmail}
      <VisuallyHidden live>
        {isInProgress && t('signIn.underWay', 'Signing in…' /* until the popup or the server answers */)}
      </VisuallyHidden>
    </div>
  );
}

type LinkButtonProps = {
  signIn: ReturnType<typeof useProviderSignIn>;
  pendingLink: PendingLink;
  to: Provider;
  tryAgainLink: (onTryAgain: () => void) => Elements;
};

/** Signs in with the provider of the account, and then adds the one that was tried first. */
function LinkButton({ signIn, pendingLink, to, tryAgainLink }: LinkButtonProps) {
  const isInProgress = signIn.pendingProvider !== undefined;
  const start = () => void signIn.signInAndLink(to, pendingLink);
  return (
    <div className="flex items-center gap-2">
      <Button
        look="primary"
        size="large"
        className="min-w-0 flex-1 shrink! leading-5 whitespace-normal!"
        disabled={isInProgress}
        onClick={start}
      >
        <span>
          {t('signIn.withAndLink', 'Sign in with {provider} and link {other}', {
            provider: signIn.nameOf(to),
            other: signIn.nameOf(pendingLink.from),
          })}
        </span>
        {isInProgress && <Spinner />}
      </Button>
      {tryAgainLink(start)}
    </div>
  );
}

/**
 * Keeps the focus in the dialog: a sign-in disables the button that was clicked, and its end removes “Try again”.
 *
 * @returns the ref of the element around the buttons.
 */
function useFocusDuringSignIn(pendingProvider: SignInProgress['provider'] | undefined) {
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
