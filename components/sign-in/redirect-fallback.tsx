import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { PopupTrouble } from '@/hooks/use-provider-sign-in';
import { type Provider, PROVIDERS } from '@/lib/contract/sign-in';
import { providerName } from './provider-name';

type WithoutPopupProps = {
  trouble: PopupTrouble | null;
  isBusy: boolean;
  onContinue: (provider: Provider) => void;
};

/** The way to sign in on the provider's own page: offered when the popup was blocked, a link away otherwise. */
export function RedirectFallback({ trouble, isBusy, onContinue }: WithoutPopupProps) {
  const [isAsked, setIsAsked] = useState(false);
  const answer = useRef<HTMLDivElement>(null);

  // The button that was pressed is gone with the question.
  useEffect(() => {
    if (isAsked) answer.current?.focus();
  }, [isAsked]);

  if (!trouble && !isAsked) {
    return (
      <button
        type="button"
        className="my-4 self-center rounded-control px-2 py-1 text-sm text-muted underline underline-offset-4 hover:text-ink"
        onClick={() => setIsAsked(true)}
      >
        The popup does not open?
      </button>
    );
  }

  return (
    <div
      ref={answer}
      tabIndex={-1}
      className="my-4 flex flex-col gap-3 rounded-control bg-raised p-4 outline-none"
    >
      <p role={trouble ? 'alert' : undefined} className="text-sm">
        {trouble ? troubleSentence(trouble) : 'Sign in without a popup: you leave this page and come back.'}
      </p>
      {(trouble ? [trouble.provider] : PROVIDERS).map((provider) => (
        <Button key={provider} disabled={isBusy} onClick={() => onContinue(provider)}>
          {`Continue on the page of ${providerName(provider)}`}
        </Button>
      ))}
    </div>
  );
}

function troubleSentence({ provider, isBlocked }: PopupTrouble): string {
  const wayOut = `Continue on the page of ${providerName(provider)} instead.`;
  return `${isBlocked ? 'Your browser blocked the popup.' : 'The popup did not work.'} ${wayOut}`;
}
