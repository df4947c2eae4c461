import { EmptyState } from '@/components/ui/empty-state';
import { useAnnouncedAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
import { call } from '@/lib/api/http';
import { listMergesCall, type Merge, MERGE_LIMITS, undoMergeCall } from '@/lib/contract/merge';
import { countOf } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { MergeItem } from './merge-item';
import { ModeratorList } from './moderator-list';

const upvotes = (count: number) => countOf(count, 'upvote', 'upvotes');

/** Lists merges, and undoes them. */
export function Merges() {
  const { merges, list, ...undoing } = useMerges();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        Undo a merge within {MERGE_LIMITS.undoDays} days, and both {site.nounPlural} are as they were before.
        Upvotes and bookmarks that members have taken back since stay away from both; those that they have
        given since stay with the {site.noun} that gained them.
      </p>
      <ModeratorList
        name="merges"
        list={list}
        items={merges}
        empty={
          <EmptyState title="No merges">
            To merge a duplicate, open its page. The form is at the end of it.
          </EmptyState>
        }
      >
        {(merge) => (
          <MergeItem
            key={merge.id}
            source={merge.source.name}
            target={{ name: merge.target.name, href: productPath(merge.target.slug) }}
            merge={merge}
            isUndoing={undoing.isUndoing}
            onUndo={() => void undoing.undo(merge)}
          >
            {`${upvotes(merge.sourceUpvoteCount)} and ${upvotes(merge.targetUpvoteCount)} before, ${upvotes(merge.target.upvoteCount)} now`}
          </MergeItem>
        )}
      </ModeratorList>
    </>
  );
}

/** The merges that can still be undone, newest first. */
function useMerges() {
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
