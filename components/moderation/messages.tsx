import { type SubmitEvent, useRef, useState } from 'react';
import { TEXT_LINK } from '@/components/moderation/queue/queue-item-details';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAnnouncedAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
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
import { ModeratorList } from './moderator-list';

/** Lists what visitors have sent with the contact form; answers, closes and reopens it. For admins. */
export function Messages() {
  const [isClosed, setIsClosed] = useState(false);
  const { messages, sendsEmails, list, isUnderWay, answer, close, reopen } = useMessages(isClosed);
  const summary = useRef<HTMLParagraphElement>(null);

  // The message and its focused button leave the list.
  async function finish(acting: Promise<boolean>): Promise<boolean> {
    const isDone = await acting;
    if (isDone) summary.current?.focus();
    return isDone;
  }

  return (
    <>
      <p ref={summary} tabIndex={-1} className="mt-2 max-w-prose text-muted outline-none">
        {`Messages from the contact form. Only admins read them. Closed ones are deleted after ${CONTACT_LIMITS.closedDays} days.`}
      </p>
      {!sendsEmails && (
        <p className="mt-4 max-w-prose rounded-card border border-line bg-tint p-4">
          This site sends no emails, so answer with your own mail program, then close the message. To answer
          from here and to be told of new messages, set up a mail server.
        </p>
      )}
      <label className="mt-4 inline-flex min-h-target cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isClosed}
          onChange={({ target }) => setIsClosed(target.checked)}
        />
        Closed messages
      </label>
      <ModeratorList
        name="messages"
        list={list}
        items={messages}
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
            isUnderWay={isUnderWay}
            onAnswer={(text) => finish(answer(message, text))}
            onClose={() => finish(close(message))}
            onReopen={() => finish(reopen(message))}
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
  /** Resolves to whether the server has done it, as the others do. */
  onAnswer: (text: string) => Promise<boolean>;
  onClose: () => Promise<boolean>;
  onReopen: () => Promise<boolean>;
};

function MessageItem({ message, canAnswer, isUnderWay, onAnswer, onClose, onReopen }: MessageItemProps) {
  const { name, email, message: text, createdAt, answer, closedAt } = message;
  const kept = useKeptForm(`message ${message.id}`);
  const [draft, setDraft] = useState('');
  const sender = name || email;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (draft.trim() !== '') void kept.untilSent(onAnswer(draft));
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
      <p dir="auto" className="mt-3 text-left wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {answer && (
        <div className="mt-4 border-l-2 border-line pl-4">
          <p className="text-sm text-muted">{`Answered ${formatAge(answer.sentAt)}`}</p>
          <p dir="auto" className="mt-1 text-left wrap-anywhere whitespace-pre-line">
            {answer.text}
          </p>
        </div>
      )}
      {closedAt === null && canAnswer && (
        <form onSubmit={submit} className="mt-4 max-w-prose">
          <Field
            multiline
            rows={4}
            dir="auto"
            label="Your answer"
            hint="We send it by email, without the message. Say what you answer to."
            maxLength={CONTACT_LIMITS.answerCharsMax}
            value={draft}
            keptAs={`message ${message.id}/answer`}
            onChange={(event) => setDraft(event.target.value)}
          />
          <Button type="submit" look="primary" disabled={isUnderWay} className="mt-3">
            Send and close<VisuallyHidden>{`, ${sender}`}</VisuallyHidden>
          </Button>
        </form>
      )}
      <Button
        size="small"
        disabled={isUnderWay}
        onClick={() => void kept.untilSent(closedAt === null ? onClose() : onReopen())}
        className="mt-3"
      >
        <span>{closedAt === null ? 'Close without an answer' : 'Reopen'}</span>
        <VisuallyHidden>{`, ${sender}`}</VisuallyHidden>
      </Button>
    </li>
  );
}

/** The messages of the contact form, and what admins do about them. */
function useMessages(isClosed: boolean) {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const state = isClosed ? 'closed' : 'open';
  const { pages, ...list } = useModeratorList(`messages ${state}`, (after) =>
    call(listContactMessagesCall, { query: { state, after } }),
  );
  const act = async (work: () => Promise<unknown>, outcome: string): Promise<boolean> => {
    const isDone = await announce(async () => {
      await work();
      return outcome;
    });
    await list.refresh();
    return isDone;
  };
  return {
    /** Undefined until the first page is loaded. */
    messages: pages?.flatMap(({ messages }) => messages),
    /** Whether the site can send answers. */
    sendsEmails: pages?.[0]?.sendsEmails ?? true,
    list,
    isUnderWay,
    // Each resolves to whether it was done.
    answer: ({ id }: ReceivedMessage, text: string) =>
      act(
        () => call(answerContactMessageCall, { params: { id }, body: { text } }),
        'Your answer is on its way.',
      ),
    close: ({ id }: ReceivedMessage) =>
      act(() => call(closeContactMessageCall, { params: { id } }), 'The message is closed.'),
    reopen: ({ id }: ReceivedMessage) =>
      act(() => call(reopenContactMessageCall, { params: { id } }), 'The message is open again.'),
  };
}
