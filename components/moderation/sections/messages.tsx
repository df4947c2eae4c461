import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
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
        {`Messages from the contact form. Only admins read them. Closed ones are deleted after ${CONTACT_LIMITS.closedDays} days.`}
      </Intro>
      {!sendsEmails && (
        <p className="mt-4 max-w-prose rounded-card border border-line bg-tint p-4">
          This site sends no emails, so answer with your own mail program, then close the message. To answer
          from here and to be told of new messages, set up a mail server.
        </p>
      )}
      <Checkbox
        label="Closed messages"
        isChecked={isClosed}
        onChange={setIsClosed}
        className="mt-4 min-h-target"
      />
      <ModeratorList
        name="messages"
        list={list}
        items={items}
        empty={
          <EmptyState icon="mail" title={isClosed ? 'No closed messages' : 'No open messages'}>
            What visitors write to you appears here.
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
      setError('Write an answer.');
      field.current?.focus();
      return;
    }
    const send = () => call(answerContactMessageCall, { params, body: { text: draft } });
    void kept.untilSent(onDecide(send, 'Your answer is on its way.'));
  }

  function closeOrReopen() {
    // A typed answer is kept: the message may be reopened.
    void (closedAt === null
      ? onDecide(() => call(closeContactMessageCall, { params }), 'The message is closed.')
      : onDecide(() => call(reopenContactMessageCall, { params }), 'The message is open again.'));
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
        <span>{` · ${formatAge(createdAt)}${closedAt === null ? '' : ` · closed ${formatAge(closedAt)}`}`}</span>
      </p>
      <p dir="auto" className="mt-3 text-page-start wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {answer && (
        <div className="mt-4 border-s-2 border-line ps-4">
          <p className="text-sm text-muted">{`Answered ${formatAge(answer.sentAt)}`}</p>
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
            label="Your answer"
            hint="We send it by email, without the message. Say what you answer to."
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
            Send and close<VisuallyHidden>{`, ${sender}`}</VisuallyHidden>
          </Button>
        </form>
      )}
      <Button size="small" aria-disabled={isUnderWay} onClick={closeOrReopen} className="mt-3">
        <span>{closedAt === null ? 'Close without an answer' : 'Reopen'}</span>
        <VisuallyHidden>{`, ${sender}`}</VisuallyHidden>
      </Button>
    </li>
  );
}
