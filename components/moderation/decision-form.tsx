import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { CharacterCounter, Field } from '@/components/ui/field';
import type { ApiFailure } from '@/lib/api/http';
import { keyOf } from '@/lib/browser/keys';
import { countChars } from '@/lib/contract/plain/text';
import { t } from '@/lib/texts/texts';

type DecisionFormProps = {
  label: string;
  does: string;
  sendLabel: string;
  isDangerous: boolean;
  isDeciding: boolean;
  /** Why the decision was refused last: the first field at fault gets the focus. */
  failure?: ApiFailure | undefined;
  onSend: () => void;
  onCancel: () => void;
  children: Elements;
};

/** Asks for what a decision needs. The first field has the focus, and Escape cancels. */
export function DecisionForm(props: DecisionFormProps) {
  const { label, does, children, failure, onSend, onCancel, ...button } = props;
  const form = useFaultFocus(failure);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [form]);

  function send(event: SubmitEvent): void {
    event.preventDefault();
    onSend();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={send}
      onKeyDown={(event) => {
        if (keyOf(event) === 'Escape') onCancel();
      }}
      className="mt-4 flex max-w-prose flex-col gap-4"
    >
      <p className="text-muted">{does}</p>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look={button.isDangerous ? 'danger' : 'primary'}
          aria-disabled={button.isDeciding}
        >
          {button.sendLabel}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('action.cancel', 'Cancel' /* closes the form of a decision */)}
        </Button>
      </div>
    </form>
  );
}

export function useReason() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  return {
    text,
    error,
    field,
    change: (changed: string): void => {
      setText(changed);
      setError(undefined);
    },
    /** False, with an error at the field, which gets the focus, when there is none. */
    require(): boolean {
      if (text.trim() !== '') return true;
      setError(t('field.writeReason', 'Write a reason.'));
      field.current?.focus();
      return false;
    },
  };
}

type ReasonFieldProps = {
  reason: ReturnType<typeof useReason>;
  hint: string;
  /** Keeps it for this tab: see `Field`. */
  keptAs: string;
  charsMax: number;
};

export const ReasonField = ({
  reason: { text, error, field, change },
  hint,
  keptAs,
  charsMax,
}: ReasonFieldProps) => (
  <Field
    ref={field}
    multiline
    rows={3}
    dir="auto"
    label={t('decisionForm.reason', 'Reason' /* of a decision */)}
    hint={hint}
    aside={<CharacterCounter charCount={countChars(text)} charsMax={charsMax} />}
    maxLength={charsMax}
    value={text}
    keptAs={keptAs}
    error={error}
    onChange={(event) => change(event.target.value)}
  />
);
