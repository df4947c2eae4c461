import { answerMessage, closeMessage, listMessages, reopenMessage } from '@/lib/api/moderation/messages';
import type { ReceivedMessage } from '@/lib/contract/contact';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** The messages of the contact form, and what admins do about them. */
export function useMessages(isClosed: boolean) {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const state = isClosed ? 'closed' : 'open';
  const { pages, ...list } = useModeratorList(`messages ${state}`, (after) => listMessages({ state, after }));
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
      act(() => answerMessage(id, text), 'Your answer is on its way.'),
    close: ({ id }: ReceivedMessage) => act(() => closeMessage(id), 'The message is closed.'),
    reopen: ({ id }: ReceivedMessage) => act(() => reopenMessage(id), 'The message is open again.'),
  };
}
