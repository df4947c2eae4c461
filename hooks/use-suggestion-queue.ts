import { call } from '@/lib/api/http';
import type { Suggestion } from '@/lib/contract/suggestion';
import {
  acceptSuggestionCall,
  listOpenSuggestionsCall,
  rejectSuggestionCall,
} from '@/lib/contract/suggestion-decision';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** The suggested changes that wait for a moderator, oldest first, and the decisions about them. */
export function useSuggestionQueue() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('suggestions', (after) =>
    call(listOpenSuggestionsCall, { query: { after } }),
  );

  /** Resolves to whether the server has accepted the decision. */
  async function decide(send: () => Promise<unknown>, outcome: string): Promise<boolean> {
    let isDone = false;
    await announce(async () => {
      await send();
      isDone = true;
      return outcome;
    });
    await list.refresh();
    return isDone;
  }

  return {
    /** Undefined until the first page is loaded. */
    suggestions: pages?.flatMap(({ suggestions }) => suggestions),
    list,
    isDeciding: isUnderWay,
    accept: ({ id, product: { name } }: Suggestion) =>
      decide(() => call(acceptSuggestionCall, { params: { id } }), `${name} now has the suggested changes.`),
    reject: ({ id, product: { name } }: Suggestion, reason: string) =>
      decide(
        () => call(rejectSuggestionCall, { params: { id }, body: { reason } }),
        `The suggestion for ${name} is rejected.`,
      ),
  };
}
