import { useId, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { fieldClasses } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useNewsletter } from '@/hooks/use-newsletter';
import { env } from '@/lib/env';
import { readFormFields } from '@/lib/browser/form-fields';
import { site } from '@/lib/site';

/** Where the form goes by itself: a newsletter service that speaks Sendy's words, or our own product server. */
const action = env.newsletterURL || `${env.serverURL || '/api'}/newsletter/subscribe`;
const isOurs = env.newsletterURL === '';

export function NewsletterForm() {
  const { state, subscribe } = useNewsletter();
  const id = useId();

  async function send(event: SubmitEvent<HTMLFormElement>) {
    if (!isOurs) return;
    event.preventDefault();
    const form = event.currentTarget;
    if (await subscribe(readFormFields(form, ['email', 'hp', 'list', 'subform']))) form.reset();
  }

  return (
    <form method="post" action={action} onSubmit={send} className="w-full">
      <label htmlFor={`${id}-email`} className="mb-1.5 block font-semibold">
        {`New ${site.nounPlural} by mail`}
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
          aria-invalid={state.status === 'refused' || undefined}
          aria-describedby={`${id}-status`}
          className={`${fieldClasses(state.status === 'refused')} h-target`}
        />
        <Button type="submit" disabled={state.status === 'sending'}>
          Subscribe
          {state.status === 'sending' && <Spinner />}
        </Button>
      </div>
      <div hidden>
        <label htmlFor={`${id}-hp`}>Leave this empty</label>
        <input id={`${id}-hp`} type="text" name="hp" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="list" value={env.newsletterList} />
      <input type="hidden" name="subform" value="yes" />
      <p
        id={`${id}-status`}
        role="status"
        className={`mt-2 text-sm ${state.status === 'refused' ? 'text-danger' : 'text-muted'}`}
      >
        {'sentence' in state ? state.sentence : 'One mail a week, and only after you confirm your address.'}
      </p>
    </form>
  );
}
