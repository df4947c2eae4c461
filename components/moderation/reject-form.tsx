import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter } from '@/components/ui/character-counter';
import { Field } from '@/components/ui/field';
import { MODERATION_LIMITS, rejectionReason } from '@/lib/contract/moderation';
import { site } from '@/lib/site';

/** Beginnings that fit most rejections; each can be edited before it is sent. */
const READY_REASONS = [
  { label: 'Duplicate', text: 'It is listed here already, under another name or address.' },
  { label: 'Spam', text: `It reads as advertising. Say plainly what the ${site.noun} does.` },
  { label: 'Broken link', text: 'The address does not open. Correct it and submit again.' },
  { label: `Not a web ${site.noun}`, text: `It is not a web ${site.noun}.` },
];

type RejectFormProps = {
  name: string;
  /** What is written so far; whoever holds it keeps it when the rejection cannot be sent. */
  reason: string;
  onReasonChange: (reason: string) => void;
  onReject: (reason: string) => void;
  onCancel: () => void;
};

/** Asks for the reason of a rejection. */
export function RejectForm({ name, reason, onReasonChange, onReject, onCancel }: RejectFormProps) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => field.current?.focus(), []);

  function send(event: SubmitEvent) {
    event.preventDefault();
    const parsed = rejectionReason.safeParse(reason);
    if (parsed.success) return onReject(parsed.data);
    setError(parsed.error.issues[0]?.message);
    field.current?.focus();
  }

  function write(text: string) {
    setError(undefined);
    onReasonChange(text);
  }

  function take(text: string) {
    write(text);
    field.current?.focus();
  }

  function cancelByKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel();
  }

  return (
    <form noValidate onSubmit={send} onKeyDown={cancelByKey} className="mt-5 border-t border-line pt-5">
      <Field
        ref={field}
        multiline
        rows={3}
        dir="auto"
        label={`Why is ${name} rejected?`}
        hint="The submitter reads it, and may submit again."
        aside={<CharacterCounter text={reason} charsMax={MODERATION_LIMITS.reasonCharsMax} />}
        value={reason}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      <ul aria-label="Ready reasons" className="mt-3 flex flex-wrap gap-2">
        {READY_REASONS.map(({ label, text }) => (
          <li key={label}>
            <button type="button" className="chip" onClick={() => take(text)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" look="danger">
          Send rejection
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
