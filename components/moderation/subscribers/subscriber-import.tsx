import { type SubmitEvent, useId, useState } from 'react';
import { CallFailure } from '@/components/layout/call-failure';
import { Button } from '@/components/ui/button';
import { Field, FieldError } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { type ImportOutcome, useSubscriberImport } from '@/hooks/use-subscribers';
import { SUBSCRIBER_LIMITS } from '@/lib/contract/subscriber';
import { formatMinute } from '@/lib/format/figures';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

/** A list of addresses, pasted or as a file, that are asked by email whether they want the newsletter. */
export function SubscriberImport({ onImported }: { onImported: () => void }) {
  const id = useId();
  const { isSending, failure, outcome, send } = useSubscriberImport();
  const kept = useKeptForm('subscriber import');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  async function readFile(file: File | undefined) {
    if (!file) return;
    if (file.size > SUBSCRIBER_LIMITS.importCharsMax)
      return setProblem(t('subscribers.fileTooLarge', 'This file is larger than 1 MB. Split it.'));
    setProblem(undefined);
    setText(await file.text());
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    if (!(await kept.untilSent(send(text)))) return;
    setText('');
    onImported();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-4 flex max-w-prose flex-col gap-4"
    >
      <Field
        multiline
        rows={6}
        label={t('subscribers.list', 'Email addresses' /* a field: a list of them */)}
        hint={t(
          'subscribers.listHint',
          'One a line, or CSV, at most {importMax} addresses. Each gets an email to confirm, and is a subscriber only then. Addresses above, also those that have left, get none.',
          { importMax: SUBSCRIBER_LIMITS.importMax },
        )}
        keptAs="subscriber import/text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={failure?.fields.text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          {t('subscribers.file', 'Or a file' /* a field: CSV or text with addresses */)}
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-error`}
          className="field py-2"
          onChange={({ target }) => void readFile(target.files?.[0])}
        />
        <FieldError id={`${id}-error`} error={problem} />
      </div>
      {failure && !failure.fields.text && (
        <CallFailure failure={failure} signInAt="/moderation/subscribers" />
      )}
      <Button type="submit" look="primary" aria-disabled={isSending} className="self-start">
        <span>{t('subscribers.import', 'Ask them by email')}</span>
        {isSending && <Spinner />}
      </Button>
      {outcome && <Outcome outcome={outcome} />}
    </form>
  );
}

function Outcome({ outcome }: { outcome: ImportOutcome }) {
  const { newCount, knownCount, leftCount, invalidCount, invalidLines, lastSentAt } = outcome;
  return (
    <div role="status" className="rounded-card border border-line bg-tint p-4">
      <p>
        {lastSentAt === null
          ? t('subscribers.noneAsked', 'No address was new, so no email is sent.')
          : t(
              'subscribers.asked',
              '{newCount, plural, one {# address gets} other {# addresses get}} an email to confirm, the last at {when}.',
              { newCount, when: formatMinute(lastSentAt) },
            )}
      </p>
      {knownCount > 0 && (
        <p>
          {t(
            'subscribers.known',
            '{knownCount, plural, one {# address was} other {# addresses were}} known before or twice in the list.',
            { knownCount },
          )}
        </p>
      )}
      {leftCount > 0 && (
        <p>
          {t(
            'subscribers.leftBefore',
            '{leftCount, plural, one {# address has} other {# addresses have}} left, as the file says.',
            { leftCount },
          )}
        </p>
      )}
      {invalidCount > 0 && (
        <p>
          {t(
            'subscribers.invalid',
            '{invalidCount, plural, one {# line has} other {# lines have}} no email address: {lines}',
            { invalidCount, lines: formatRow(invalidLines.map(String)) },
          )}
        </p>
      )}
    </div>
  );
}
