import { type SubmitEvent, useId, useState } from 'react';
import type * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { useKeptForm, useKeptText } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { callLazily } from '@/lib/api/lazy-call';
import { readFormFields } from '@/lib/browser/window';
import { showToast } from '@/lib/browser/toasts';
import type { subscription } from '@/lib/contract/newsletter';
import { env } from '@/lib/env';
import { t } from '@/lib/texts/texts';

/** Target of the form without JavaScript: a Sendy-compatible service, or our own product server. */
const subscribeUrl = env.newsletterURL || `${env.serverURL || '/api'}/newsletter/subscribe`;
const isEmbedded = env.newsletterURL === '';

export function NewsletterForm() {
  const { state, subscribe } = useNewsletter();
  const id = useId();
  const kept = useKeptForm('newsletter');
  useKeptText(`${id}-email`, 'newsletter/email');

  async function send(event: SubmitEvent<HTMLFormElement>) {
    if (!isEmbedded) return;
    event.preventDefault();
    const form = event.currentTarget;
    const subscribing = subscribe(readFormFields(form, ['email', 'hp', 'list', 'subform']));
    if (await kept.untilSent(subscribing)) form.reset();
    else form.querySelector<HTMLElement>('[name="email"]')?.focus();
  }

  return (
    <form method="post" action={subscribeUrl} onSubmit={send} className="w-full">
      <label htmlFor={`${id}-email`} className="mb-1.5 block font-semibold">
        {t('newsletter.title', 'New {nouns} by email')}
      </label>
      <div className="flex gap-2">
        <input
          id={`${id}-email`}
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="you@example.com"
          aria-invalid={state.status === 'failed' || undefined}
          aria-describedby={`${id}-status`}
          className="field h-target"
        />
        <Button type="submit" aria-disabled={state.status === 'sending'}>
          <span>{t('newsletter.subscribe', 'Subscribe')}</span>
          {state.status === 'sending' && <Spinner />}
        </Button>
      </div>
      <div hidden>
        <label htmlFor={`${id}-hp`}>{t('contactForm.leaveThisEmpty', 'Leave this empty')}</label>
        <input id={`${id}-hp`} type="text" name="hp" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="list" value={env.newsletterList} />
      <input type="hidden" name="subform" value="yes" />
      <p
        id={`${id}-status`}
        role="status"
        className={`mt-2 text-sm ${state.status === 'failed' ? 'text-danger' : 'text-muted'}`}
      >
        {'message' in state
          ? state.message
          : t('newsletter.formHelp', "One email a week. We'll ask you to confirm first.")}
      </p>
    </form>
  );
}

type NewsletterState = { status: 'idle' | 'sending' } | { status: 'subscribed' | 'failed'; message: string };

/** Subscribes to the embedded newsletter. Loads the API client on the first attempt. */
function useNewsletter() {
  const [state, setState] = useState<NewsletterState>({ status: 'idle' });

  /** Resolves to true when the server accepted the email. Never rejects. */
  async function subscribe(form: z.input<typeof subscription>): Promise<boolean> {
    setState({ status: 'sending' });
    try {
      const loading = import('@/lib/contract/newsletter').then(
        ({ subscribeToNewsletterCall }) => subscribeToNewsletterCall,
      );
      const { message } = await callLazily(loading, { body: form });
      setState({ status: 'subscribed', message });
      void showToast('success', message);
      return true;
    } catch (error) {
      const message =
        error instanceof Error
          ? error.message
          : t('newsletter.failedTryAgain', "That didn't work. Try again in a minute.");
      setState({ status: 'failed', message });
      void showToast('error', message);
      return false;
    }
  }

  return { state, subscribe };
}
