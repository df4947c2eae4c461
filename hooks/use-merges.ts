import { call } from '@/lib/api/http';
import { listMergesCall, type Merge, undoMergeCall } from '@/lib/contract/merge';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

/** The merges that can still be undone, newest first. */
export function useMerges() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('merges', (after) =>
    call(listMergesCall, { query: { after } }),
  );

  return {
    /** Undefined until the first page is loaded. */
    merges: pages?.flatMap(({ merges }) => merges),
    list,
    isUndoing: isUnderWay,
    /** Undoes a merge, or says why that failed. */
    async undo({ id, source, target }: Merge): Promise<void> {
      await announce(async () => {
        await call(undoMergeCall, { params: { id } });
        return `The merge of ${source.name} and ${target.name} was undone.`;
      });
      void list.refresh();
    },
  };
}
