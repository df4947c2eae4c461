import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter } from '@/components/ui/character-counter';
import { Field } from '@/components/ui/field';
import { countChars } from '@/lib/contract/plain/chars';
import { MODERATION_LIMITS, rejectionReason } from '@/lib/contract/moderation';

type RejectFormProps = {
  name: string;
  /** Reasons that fit most rejections. Each can be edited before it is sent. */
  commonReasons: readonly { label: string; text: string }[];
  /** Who will read the reason. */
  hint: string;
  /** The text as far as it is written. The parent keeps it if the rejection cannot be sent. */
  reason: string;
  onReasonChange: (reason: string) => void;
  onReject: (reason: string) => void;
  onCancel: () => void;
};

/** Asks for the reason for a rejection. */
export function RejectForm({
  name,
  commonReasons,
  hint,
  reason,
  onReasonChange,
  onReject,
  onCancel,
}: RejectFormProps) {
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

  function insert(text: string) {
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
        label={`Why are you rejecting ${name}?`}
        hint={hint}
        aside={
          <CharacterCounter
            charCount={countChars(reason.trim())}
            charsMax={MODERATION_LIMITS.reasonCharsMax}
          />
        }
        value={reason}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      <ul aria-label="Common reasons" className="mt-3 flex flex-wrap gap-2">
        {commonReasons.map(({ label, text }) => (
          <li key={label}>
            <button type="button" className="chip" onClick={() => insert(text)}>
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
