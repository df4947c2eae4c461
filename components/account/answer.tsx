import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { appealCall } from '@/lib/contract/measure';
import type { OwnAppeal } from '@/lib/contract/submission';
import { countChars } from '@/lib/contract/plain/text';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type AnswerProps = {
  decision: AnsweredDecision;
  about: string;
  /** Null before there is one. */
  appeal: OwnAppeal | null;
};

/** The one answer of a member to a decision, and what became of it. */
export function Answer({ decision, about, appeal }: AnswerProps) {
  const { sent, isSending, failure, send } = useAppeal(decision);
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const answered = useRef<HTMLDivElement>(null);
  const shown = sent ?? appeal;
  const keptAs = `answer ${Object.values(decision).join()}`;
  const kept = useKeptForm(keptAs);

  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  // The button that had the focus is gone.
  useEffect(() => {
    if (sent) answered.current?.focus();
  }, [sent]);

  if (shown) {
    return (
      <div ref={answered} tabIndex={-1} className="mt-3 max-w-prose text-sm outline-none">
        <p className="text-muted">{OUTCOMES[shown.outcome ?? 'open']}</p>
        <q dir="auto" className="mt-1 block wrap-anywhere whitespace-pre-line">
          {shown.text}
        </q>
        {shown.reply !== null && (
          <>
            <p className="mt-2 text-muted">{t('answer.reply', 'The moderators replied:')}</p>
            <q dir="auto" className="mt-1 block wrap-anywhere whitespace-pre-line">
              {shown.reply}
            </q>
          </>
        )}
      </div>
    );
  }
  if (!isOpen) {
    return (
      <p className="mt-3">
        <Button ref={opener} size="small" onClick={() => setIsOpen(true)}>
          {rich('answer.open', 'Answer the moderators<hidden> about {about}</hidden>', {
            hidden: (text) => <span className="sr-only">{text}</span>,
            about,
          })}
        </Button>
      </p>
    );
  }

  function cancel(): void {
    setIsOpen(false);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => opener.current?.focus());
  }

  async function sendAnswer(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') {
      setError(t('field.writeAnswer', 'Write an answer.'));
      field.current?.focus();
      return;
    }
    await kept.untilSent(send(text));
  }

  return (
    <form
      noValidate
      aria-label={t('answer.about', 'Answer about {about}', { about })}
      onSubmit={(event) => void sendAnswer(event)}
      className="mt-3 flex max-w-prose flex-col gap-3"
    >
      <Field
        ref={field}
        multiline
        rows={3}
        dir="auto"
        label={t('answer.label', 'Your answer')}
        hint={t(
          'answer.onlyOnce',
          'You can answer once. If there is another moderator, that one decides about it.',
        )}
        aside={<CharacterCounter charCount={countChars(text)} charsMax={MEMBER_LIMITS.appealCharsMax} />}
        maxLength={MEMBER_LIMITS.appealCharsMax}
        value={text}
        keptAs={`${keptAs}/text`}
        error={error ?? failure?.message}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={isSending}>
          {t('answer.send', 'Send the answer')}
        </Button>
        <Button look="quiet" onClick={cancel}>
          {t('action.cancel', 'Cancel' /* closes the form for an answer to a decision */)}
        </Button>
      </div>
    </form>
  );
}

const OUTCOMES = {
  get open() {
    return t('answer.waiting', 'Your answer is waiting for a moderator:');
  },
  get upheld() {
    return t('answer.upheld', 'The decision stands. Your answer:');
  },
  get reversed() {
    return t('answer.reversed', 'Your answer has changed the decision:');
  },
} as const;

type AnsweredDecision = { productId: string } | { measureId: string };

function useAppeal(decision: AnsweredDecision) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const [sent, setSent] = useState<OwnAppeal>();
  return {
    sent,
    isSending: isUnderWay,
    failure,
    send: (text: string) =>
      attempt(async () => {
        const { appeal } = await call(appealCall, { body: { text, ...decision } });
        setSent(appeal);
      }),
  };
}
