import { type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useLazyForm } from '@/hooks/use-lazy-form';
import { callLazily } from '@/lib/api/lazy-call';
import { readFormFields } from '@/lib/browser/window';
import { env } from '@/lib/env';
import { t } from '@/lib/texts/texts';

const action = `${env.serverURL || '/api'}/contact`;

type ContactFormProps = {
  /** The message was sent without JavaScript, and the server redirected back here. */
  wasSent: boolean;
  /** Why the server rejected a message that was sent without JavaScript. */
  failure: string | null;
};

export function ContactForm({ wasSent, failure }: ContactFormProps) {
  const { state, send } = useLazyForm();
  const kept = useKeptForm('contact');
  const form = useRef<HTMLFormElement>(null);
  const thanks = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that had the focus is gone.
    if (state.status === 'sent') thanks.current?.focus();
    if (state.status === 'failed') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state]);

  async function sendMessage(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = readFormFields(event.currentTarget, ['name', 'email', 'message', 'hp']);
    const loading = import('@/lib/contract/contact').then(
      ({ sendContactMessageCall }) => sendContactMessageCall,
    );
    await kept.untilSent(send(callLazily(loading, { body })));
  }

  if (state.status === 'sent' || (state.status === 'idle' && wasSent)) {
    return (
      <div
        ref={thanks}
        role="status"
        tabIndex={-1}
        className="flex items-start gap-3 rounded-card border border-line bg-tint p-5 outline-none"
      >
        <Icon name="check" className="mt-0.5 size-5 text-accent" />
        <p>{t('contact.thanks', 'Thanks! We got your message and will reply by email.')}</p>
      </div>
    );
  }

  const fields = state.status === 'failed' ? state.fields : {};
  const message = state.status === 'failed' ? state.message : failure;

  return (
    <form
      ref={form}
      method="post"
      action={action}
      onSubmit={sendMessage}
      noValidate
      className="flex flex-col gap-5"
    >
      <p
        role="alert"
        className={message ? 'rounded-card border border-danger px-4 py-3 text-danger' : 'hidden'}
      >
        {message}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('contact.name', 'Your name (optional)')}
          name="name"
          keptAs="contact/name"
          autoComplete="name"
          error={fields.name}
        />
        <Field
          label={t('contact.email', 'Your email')}
          name="email"
          keptAs="contact/email"
          type="email"
          required
          autoComplete="email"
          error={fields.email}
        />
      </div>
      <Field
        multiline
        label={t('contact.message', 'Message')}
        name="message"
        keptAs="contact/message"
        required
        error={fields.message}
      />
      <div hidden>
        <label htmlFor="contact-hp">{t('contactForm.leaveThisEmpty', 'Leave this empty')}</label>
        <input id="contact-hp" type="text" name="hp" tabIndex={-1} autoComplete="off" />
      </div>
      <Button type="submit" look="primary" aria-disabled={state.status === 'sending'} className="self-start">
        <span>{t('contact.send', 'Send message')}</span>
        {state.status === 'sending' && <Spinner />}
      </Button>
    </form>
  );
}
