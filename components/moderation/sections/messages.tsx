import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import {
  answerContactMessageCall,
  closeContactMessageCall,
  listContactMessagesCall,
  type ReceivedMessage,
  reopenContactMessageCall,
} from '@/lib/contract/contact';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { formatAge } from '@/lib/format/figures';
import { Intro, ModeratorList, TEXT_LINK, useDecisions } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Lists what visitors have sent with the contact form; answers, closes and reopens it. For admins. */
export default function Messages() {
  const [isClosed, setIsClosed] = useState(false);
  const state = isClosed ? 'closed' : 'open';
  const { pages, items, list, isDeciding, intro, decide } = useDecisions(
    `messages ${state}`,
    (after) => call(listContactMessagesCall, { query: { state, after } }),
    ({ messages }) => messages,
  );
  const sendsEmails = pages?.[0]?.sendsEmails ?? true;

  return (
    <>
      <Intro ref={intro}>
        {t(
          'messages.about',
          'Messages from the contact form. Only admins read them. Closed ones are deleted after {days} days.',
          { days: CONTACT_LIMITS.closedDays },
        )}
      </Intro>
      {!sendsEmails && (
        <p className="mt-4 max-w-prose rounded-card border border-line bg-tint p-4">
          {t(
            'messages.noEmails',
            'This site sends no emails, so answer with your own mail program, then close the message. To answer from here and to be told of new messages, set up a mail server.',
          )}
        </p>
      )}
      <Checkbox
        label={t(
          'messages.showClosed',
          'Closed messages' /* a checkbox: shows them in place of the open ones */,
        )}
        isChecked={isClosed}
        onChange={setIsClosed}
        className="mt-4 min-h-target"
      />
      <ModeratorList
        failed={t('messages.notLoaded', "We couldn't load the messages")}
        showing={(count) =>
          t('messages.showing', 'Showing {count, plural, one {# message} other {# messages}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState
            icon="mail"
            title={
              isClosed
                ? t('messages.noneClosed', 'No closed messages')
                : t('messages.noneOpen', 'No open messages')
            }
          >
            {t('messages.noneYet', 'What visitors write to you appears here.')}
          </EmptyState>
        }
      >
        {(message) => (
          <MessageItem
            key={message.id}
            message={message}
            canAnswer={sendsEmails}
            isUnderWay={isDeciding}
            onDecide={decide}
          />
        )}
      </ModeratorList>
    </>
  );
}

type MessageItemProps = {
  message: ReceivedMessage;
  canAnswer: boolean;
  isUnderWay: boolean;
  /** Resolves to whether the server has done it. */
  onDecide: (send: () => Promise<unknown>, outcome: string) => Promise<boolean>;
};

function MessageItem({ message, canAnswer, isUnderWay, onDecide }: MessageItemProps) {
  const { name, email, message: text, createdAt, answer, closedAt } = message;
  const kept = useKeptForm(`message ${message.id}`);
  const [draft, setDraft] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const sender = name || email;
  const params = { id: message.id };

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (draft.trim() === '') {
      setError(t('field.writeAnswer', 'Write an answer.'));
      field.current?.focus();
      return;
    }
    const send = () => call(answerContactMessageCall, { params, body: { text: draft } });
    void kept.untilSent(onDecide(send, t('messages.answerSent', 'Your answer is on its way.')));
  }

  function closeOrReopen() {
    // A typed answer is kept: the message may be reopened.
    void (closedAt === null
      ? onDecide(
          () => call(closeContactMessageCall, { params }),
          t('messages.isClosed', 'The message is closed.'),
        )
      : onDecide(
          () => call(reopenContactMessageCall, { params }),
          t('messages.isOpen', 'The message is open again.'),
        ));
  }

  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{sender}</bdi>
      </h2>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <a href={`mailto:${encodeURIComponent(email)}`} className={TEXT_LINK}>
          {email}
        </a>
        <span>
          {[
            '',
            formatAge(createdAt),
            ...(closedAt === null
              ? []
              : [t('messages.closedAge', 'closed {age}' /* a message */, { age: formatAge(closedAt) })]),
          ].join(' · ')}
        </span>
      </p>
      <p dir="auto" className="mt-3 text-page-start wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {answer && (
        <div className="mt-4 border-s-2 border-line ps-4">
          <p className="text-sm text-muted">
            {t('messages.answeredAge', 'Answered {age}', { age: formatAge(answer.sentAt) })}
          </p>
          <p dir="auto" className="mt-1 text-page-start wrap-anywhere whitespace-pre-line">
            {answer.text}
          </p>
        </div>
      )}
      {closedAt === null && canAnswer && (
        <form noValidate onSubmit={submit} className="mt-4 max-w-prose">
          <Field
            ref={field}
            multiline
            rows={4}
            dir="auto"
            label={t('answer.label', 'Your answer' /* a field */)}
            hint={t(
              'messages.answerHint',
              'We send it by email, without the message. Say what you answer to.',
            )}
            maxLength={CONTACT_LIMITS.answerCharsMax}
            value={draft}
            keptAs={`message ${message.id}/answer`}
            error={error}
            onChange={(event) => {
              setDraft(event.target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" look="primary" aria-disabled={isUnderWay} className="mt-3">
            {rich('messages.send', 'Send and close<hidden>, {sender}</hidden>', { hidden, sender })}
          </Button>
        </form>
      )}
      <Button size="small" aria-disabled={isUnderWay} onClick={closeOrReopen} className="mt-3">
        <span key={closedAt === null ? 'close' : 'reopen'}>
          {closedAt === null
            ? rich('messages.close', 'Close without an answer<hidden>, {sender}</hidden>', { hidden, sender })
            : rich('messages.reopen', 'Reopen<hidden>, {sender}</hidden>', { hidden, sender })}
        </span>
      </Button>
    </li>
  );
}
