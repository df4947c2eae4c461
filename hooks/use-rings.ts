import { call } from '@/lib/api/http';
import { listRingsCall, restoreRingCall, type Ring, setRingAsideCall } from '@/lib/contract/ring';
import { countOf } from '@/lib/format/figures';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** Clusters of accounts that vote together, newest first, and what moderators do with them. */
export function useRings() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('rings', (after) => call(listRingsCall, { query: { after } }));
  const change = async (send: () => Promise<{ upvoteCount: number }>, outcome: string) => {
    await announce(async () => {
      const { upvoteCount } = await send();
      return `${countOf(upvoteCount, 'upvote', 'upvotes')} ${outcome}.`;
    });
    void list.refresh();
  };
  return {
    /** Undefined until the first page is loaded. */
    rings: pages?.flatMap(({ rings }) => rings),
    list,
    isChanging: isUnderWay,
    setAside: ({ id }: Ring) => change(() => call(setRingAsideCall, { params: { id } }), 'set aside'),
    restore: ({ id }: Ring) => change(() => call(restoreRingCall, { params: { id } }), 'restored'),
  };
}
