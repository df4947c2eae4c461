import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { PopupTrouble } from '@/hooks/use-provider-sign-in';
import type { Provider } from '@/lib/contract/sign-in';
import { t } from '@/lib/texts/texts';

type RedirectFallbackProps = {
  trouble: PopupTrouble | null;
  providers: readonly Provider[];
  nameOf: (provider: Provider) => string;
  isBusy: boolean;
  onContinue: (provider: Provider) => void;
};

/** Signing in on the provider's own page: offered when the popup fails, and on request. */
export function RedirectFallback({ trouble, providers, nameOf, isBusy, onContinue }: RedirectFallbackProps) {
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
        {t('signIn.noPopup', 'Popup not opening?')}
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
          : t('signIn.withoutPopup', "Sign in without a popup. You'll leave this page and come back.")}
      </p>
      {(trouble ? [trouble.provider] : providers).map((provider) => (
        <Button key={provider} disabled={isBusy} onClick={() => onContinue(provider)}>
          {t('signIn.continueTo', 'Continue to {provider}', { provider: nameOf(provider) })}
        </Button>
      ))}
    </div>
  );
}

const troubleSentence = ({ isBlocked }: PopupTrouble, provider: string): string =>
  isBlocked
    ? t('signIn.popupBlocked', 'Your browser blocked the popup. Continue to {provider} instead.', {
        provider,
      })
    : t('signIn.popupFailed', "The popup didn't work. Continue to {provider} instead.", { provider });
