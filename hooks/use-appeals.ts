import { call } from '@/lib/api/http';
import { type Appeal, decideAppealCall, listAppealsCall } from '@/lib/contract/appeal';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** Open appeals, the oldest first, and the decisions about them. */
export function useAppeals() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('appeals', (after) =>
    call(listAppealsCall, { query: { after } }),
  );
  return {
    /** Undefined until the first page is loaded. */
    appeals: pages?.flatMap(({ appeals }) => appeals),
    list,
    isDeciding: isUnderWay,
    decide: async ({ id }: Appeal, outcome: 'upheld' | 'reversed', reply: string): Promise<boolean> => {
      const isDone = await announce(async () => {
        await call(decideAppealCall, { params: { id }, body: { outcome, reply } });
        return outcome === 'upheld' ? 'The decision stands.' : 'The decision is reversed.';
      });
      await list.refresh();
      return isDone;
    },
  };
}
