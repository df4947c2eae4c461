import { decideAppeal, listAppeals } from '@/lib/api/appeals';
import type { Appeal } from '@/lib/contract/appeal';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** Open appeals, the oldest first, and the decisions about them. */
export function useAppeals() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('appeals', (after) => listAppeals({ after }));
  return {
    /** Undefined until the first page is loaded. */
    appeals: pages?.flatMap(({ appeals }) => appeals),
    list,
    isDeciding: isUnderWay,
    decide: async ({ id }: Appeal, outcome: 'upheld' | 'reversed', reply: string): Promise<boolean> => {
      const isDone = await announce(async () => {
        await decideAppeal(id, { outcome, reply });
        return outcome === 'upheld' ? 'The decision stands.' : 'The decision is reversed.';
      });
      await list.refresh();
      return isDone;
    },
  };
}
