import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useMerges } from '@/hooks/use-merges';
import { type Merge, MERGE_LIMITS } from '@/lib/contract/merge';
import { countOf, formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { ModeratorList } from './moderator-list';

/** Lists merges, and undoes them. */
export function Merges() {
  const { merges, list, ...undoing } = useMerges();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        Undo a merge within {MERGE_LIMITS.undoDays} days, and both {site.nounPlural} are as they were before.
        Upvotes and saves that members have taken back since stay away from both; those that they have given
        since stay with the {site.noun} that gained them.
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
            merge={merge}
            isUndoing={undoing.isUndoing}
            onUndo={() => void undoing.undo(merge)}
          />
        )}
      </ModeratorList>
    </>
  );
}

type MergeItemProps = { merge: Merge; isUndoing: boolean; onUndo: () => void };

function MergeItem({ merge, isUndoing, onUndo }: MergeItemProps) {
  const { source, target, sourceUpvoteCount, targetUpvoteCount, moderatorHandle, createdAt } = merge;
  const [isAsked, setIsAsked] = useState(false);
  const upvotes = (count: number) => countOf(count, 'upvote', 'upvotes');
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{source.name}</bdi> into{' '}
        <a href={productPath(target.slug)} className="hover:text-accent">
          <bdi>{target.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">
        {`${upvotes(sourceUpvoteCount)} and ${upvotes(targetUpvoteCount)} before, ${upvotes(target.upvoteCount)} now`}
      </p>
      <p className="text-sm text-muted">
        {`${formatShortDate(createdAt)} by ${moderatorHandle === null ? 'a former member' : `@${moderatorHandle}`} · undo until ${formatShortDate(merge.undoableUntil)}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {/* The same button asks and undoes, so that it keeps the focus. */}
        <Button
          look="danger"
          size="small"
          disabled={isUndoing}
          onClick={isAsked ? onUndo : () => setIsAsked(true)}
        >
          {isAsked ? 'Yes, undo' : 'Undo'}
          <span className="sr-only"> the merge of {source.name}</span>
        </Button>
        {isAsked && (
          <Button size="small" onClick={() => setIsAsked(false)}>
            Keep merged
          </Button>
        )}
      </div>
    </li>
  );
}
