import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { areShortcutsOn, digitOf, isPlain, keyOf } from '@/lib/browser/keys';
import { countChars } from '@/lib/contract/plain/text';
import { MODERATION_LIMITS, rejectionReason } from '@/lib/contract/moderation';
import { t } from '@/lib/texts/texts';

type RejectFormProps = {
  /** Asks why what is rejected. */
  question: string;
  /** Reasons that fit most rejections. Each can be edited before it is sent. */
  commonReasons: readonly { label: string; text: string }[];
  hint: string;
  /** The text as far as it is written. The parent keeps it if the rejection cannot be sent. */
  reason: string;
  /** Puts the focus on the common reasons instead of the text, so that a digit chooses one and Enter sends it. */
  startsAtReasons?: boolean;
  /** Keeps the reason for this tab, under the id of what is rejected: two products may have one name. */
  keptAs: string;
  onReasonChange: (reason: string) => void;
  /** Resolves to whether the server has accepted it. */
  onReject: (reason: string) => Promise<boolean>;
  onCancel: () => void;
};

export function RejectForm({
  question,
  commonReasons,
  hint,
  reason,
  startsAtReasons = false,
  keptAs,
  onReasonChange,
  onReject,
  onCancel,
}: RejectFormProps) {
  const kept = useKeptForm(keptAs);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  const reasonList = useRef<HTMLUListElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const firstReason = reasonList.current?.querySelector('button');
    (startsAtReasons && firstReason ? firstReason : field.current)?.focus();
    // Later changes leave the focus alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function send(event: SubmitEvent) {
    event.preventDefault();
    const parsed = rejectionReason.safeParse(reason);
    if (parsed.success) {
      void kept.untilSent(onReject(parsed.data));
      return;
    }
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

  function actByKey(event: KeyboardEvent) {
    const key = keyOf(event);
    if (!isPlain(event.nativeEvent)) return;
    if (key === 'Escape') {
      // Escape must not leave the group of the queue, too.
      event.preventDefault();
      onCancel();
    }
    if (event.target === field.current) return;
    const digit = areShortcutsOn() ? digitOf(event) : undefined;
    const chosen = digit && commonReasons[Number(digit) - 1];
    if (chosen) {
      write(chosen.text);
      sendButton.current?.focus();
    } else if (/^\p{L}$/u.test(key)) {
      // Who begins to type means the text.
      field.current?.focus();
    }
  }

  return (
    <form noValidate onSubmit={send} onKeyDown={actByKey} className="mt-5 border-t border-line pt-5">
      <Field
        ref={field}
        multiline
        rows={3}
        dir="auto"
        label={question}
        hint={hint}
        aside={
          <CharacterCounter
            charCount={countChars(reason.trim())}
            charsMax={MODERATION_LIMITS.reasonCharsMax}
          />
        }
        value={reason}
        keptAs={`${keptAs}/reason`}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      <ul
        ref={reasonList}
        aria-label={t('rejectForm.commonReasons', 'Common reasons')}
        className="mt-3 flex flex-wrap gap-2"
      >
        {commonReasons.map(({ label, text }, index) => (
          <li key={label}>
            <button
              type="button"
              className="chip"
              aria-keyshortcuts={String(index + 1)}
              onClick={() => insert(text)}
            >
              {startsAtReasons && (
                <kbd aria-hidden="true" className="me-2 font-sans text-muted">
                  {index + 1}
                </kbd>
              )}
              <span>{label}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button ref={sendButton} type="submit" look="danger">
          {t('rejectForm.send', 'Send rejection')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('action.cancel', 'Cancel')}
        </Button>
      </div>
    </form>
  );
}
