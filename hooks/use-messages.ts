import { call } from '@/lib/api/http';
import {
  answerContactMessageCall,
  closeContactMessageCall,
  listContactMessagesCall,
  type ReceivedMessage,
  reopenContactMessageCall,
} from '@/lib/contract/contact';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** The messages of the contact form, and what admins do about them. */
export function useMessages(isClosed: boolean) {
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
