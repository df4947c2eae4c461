import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import type { Elements } from '@/components/ui/elements';
import { Field, FieldError } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { useKeptChoice } from '@/components/ui/kept-choice';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useSessionToken } from '@/hooks/use-user';
import { useLazyForm } from '@/hooks/use-lazy-form';
import { callLazily } from '@/lib/api/lazy-call';
import { readFormFields } from '@/lib/browser/window';
import { REPORT_LIMITS, REPORT_REASON_LABELS, REPORT_REASONS } from '@/lib/contract/plain/report';
import { env } from '@/lib/env';
import { readSessionToken } from '@/lib/session-token';
import { rich } from '@/lib/texts/rich';
import { say, t } from '@/lib/texts/texts';

/** A site without a mail server does not promise emails. */
const sendsEmails = () => env.offersNewsletter && env.newsletterURL === '';

type ReportFormProps = {
  /** Shows every field until a reason is chosen, as without JavaScript. */
  isWhole?: boolean;
  product: { id: string; name: string };
  /** The report was sent without JavaScript, and the server redirected back here. */
  wasSent?: boolean;
  /** Why the server rejected a report that was sent without JavaScript. */
  failure?: string | null;
  aside?: Elements;
};

/** Says what is wrong with a product. Works without an account, and without JavaScript. */
export function ReportForm({
  product,
  wasSent = false,
  failure = null,
  isWhole = false,
  aside,
}: ReportFormProps) {
  const { state, send, refuse } = useLazyForm<{ message: string }>();
  const isVisitor = !useSessionToken();
  const [chosen, setChosen] = useState<string>();
  const takesDuplicate = chosen === 'duplicate' || (chosen === undefined && isWhole);
  const form = useRef<HTMLFormElement>(null);
  const radios = useRef<HTMLFieldSetElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const keptAs = `report ${product.id}`;
  const kept = useKeptForm(keptAs);
  const keepReason = useKeptChoice(`${keptAs}/reason`, chosen ?? '', (reason) =>
    [...(radios.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === reason)?.click(),
  );

  // The button that had the focus is gone.
  useEffect(() => {
    if (state.status === 'sent') thanks.current?.focus();
  }, [state.status]);

  async function sendReport(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { reason, ...fields } = readFormFields(event.currentTarget, [
      ...(['reason', 'text', 'duplicateURL', 'email', 'hp'] as const),
    ]);
    const known = REPORT_REASONS.find((each) => each === reason);
    if (known === undefined) {
      refuse({ reason: t('report.chooseReason', 'Choose what is wrong.') });
    } else {
      const loading = import('@/lib/contract/report').then(({ reportProductCall }) => reportProductCall);
      const params = { id: product.id };
      // As a member if there is a session, otherwise as a visitor.
      const accessToken = readSessionToken();
      const sending = callLazily(loading, { params, body: { reason: known, ...fields }, accessToken });
      if (await kept.untilSent(send(sending))) return;
    }
    // React shows the errors after this handler.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
    );
  }

  if (state.status === 'sent' || (state.status === 'idle' && wasSent)) {
    return (
      <>
        <p
          ref={thanks}
          role="status"
          tabIndex={-1}
          className="flex items-start gap-3 rounded-card border border-line bg-tint p-5 outline-none"
        >
          <Icon name="check" className="mt-0.5 size-5 text-accent" />
          <span>
            {state.status === 'sent'
              ? state.answer.message
              : t('reportForm.thanks', 'Thanks for your report. A moderator will look at it.')}
          </span>
        </p>
        {aside && <div className="mt-5 flex flex-wrap gap-2">{aside}</div>}
      </>
    );
  }

  const fields = state.status === 'failed' ? state.fields : {};
  const message = state.status === 'failed' ? state.message : failure;

  return (
    <form
      ref={form}
      method="post"
      action={`${env.serverURL || '/api'}/products/${product.id}/reports`}
      onSubmit={(event) => void sendReport(event)}
      noValidate
      className="flex flex-col gap-5"
    >
      <p
        role="alert"
        className={message ? 'rounded-card border border-danger px-4 py-3 text-danger' : 'hidden'}
      >
        {message}
      </p>
      <fieldset
        ref={radios}
        aria-describedby={`${id}-reason`}
        data-invalid={fields.reason ? true : undefined}
      >
        <legend className="mb-1.5 font-semibold">
          {rich('reportForm.whatIsWrong', 'What is wrong with <bdi>{name}</bdi>?', {
            bdi: (text) => <bdi>{text}</bdi>,
            name: product.name,
          })}
        </legend>
        {REPORT_REASONS.map((reason) => (
          <label key={reason} className="flex min-h-target-thumb cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={reason}
              required
              onChange={() => {
                keepReason(reason);
                setChosen(reason);
              }}
              className="size-5 shrink-0 accent-accent"
            />
            <span>{say(REPORT_REASON_LABELS[reason])}</span>
          </label>
        ))}
        <FieldError id={`${id}-reason`} error={fields.reason} />
      </fieldset>
      {takesDuplicate && (
        <Field
          label={t('reportForm.duplicateURL', 'Link of the other one')}
          isOptional
          name="duplicateURL"
          keptAs={`${keptAs}/duplicateURL`}
          inputMode="url"
          autoComplete="off"
          error={fields.duplicateURL}
        />
      )}
      <Field
        multiline
        rows={3}
        dir="auto"
        label={t('reportForm.details', 'Details' /* what is wrong with a product */)}
        hint={t('reportForm.detailsHint', 'Optional, unless it is something else.')}
        name="text"
        keptAs={`${keptAs}/text`}
        maxLength={REPORT_LIMITS.textCharsMax}
        error={fields.text}
      />
      {isVisitor && sendsEmails() && (
        <Field
          label={t('contact.email', 'Your email' /* label of a field */)}
          isOptional
          hint={t('reportForm.emailHint', 'We tell you what became of it, once, and then forget your email.')}
          name="email"
          keptAs={`${keptAs}/email`}
          type="email"
          autoComplete="email"
          maxLength={REPORT_LIMITS.emailCharsMax}
          error={fields.email}
        />
      )}
      <div hidden>
        <label htmlFor={`${id}-hp`}>{t('contactForm.leaveThisEmpty', 'Leave this empty')}</label>
        <input id={`${id}-hp`} type="text" name="hp" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={state.status === 'sending'}>
          <span>{t('reportForm.send', 'Send report')}</span>
          {state.status === 'sending' && <Spinner />}
        </Button>
        {aside}
      </div>
    </form>
  );
}

type ReportDialogProps = { product: { id: string; name: string }; isOpen: boolean; onClose: () => void };

export function ReportDialog({ product, isOpen, onClose }: ReportDialogProps) {
  const titleId = useId();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy={titleId}>
      <div className="p-5">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id={titleId} className="text-lg font-bold">
            {t('reportForm.reportAProblem', 'Report a problem')}
          </h2>
          <DialogCloseButton onClose={onClose} />
        </div>
        <ReportForm
          product={product}
          aside={<Button onClick={onClose}>{t('action.close', 'Close' /* the form */)}</Button>}
        />
      </div>
    </Dialog>
  );
}
