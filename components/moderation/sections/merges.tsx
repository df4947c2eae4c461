import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/api/http';
import { listMergesCall, type Merge, MERGE_LIMITS, undoMergeCall } from '@/lib/contract/merge';
import { countOf, formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { describeAuthor, Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';

export default function Merges() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'merges',
    (after) => call(listMergesCall, { query: { after } }),
    ({ merges }) => merges,
  );
  const undo = ({ id, source, target }: Merge) =>
    decide(
      () => call(undoMergeCall, { params: { id } }),
      `The merge of ${source.name} and ${target.name} was undone.`,
    );
  const upvotes = (count: number) => countOf(count, 'upvote', 'upvotes');
  return (
    <>
      <Intro ref={intro}>
        Undo a merge within {MERGE_LIMITS.undoDays} days, and both {site.nounPlural} are as they were before.
        Upvotes and bookmarks that members have taken back since stay away from both; those that they have
        given since stay with the {site.noun} that gained them.
      </Intro>
      <ModeratorList
        name="merges"
        list={list}
        items={items}
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
            href={productPath(merge.target.slug)}
            isUndoing={isDeciding}
            onUndo={() => void undo(merge)}
          >
            {`${upvotes(merge.sourceUpvoteCount)} and ${upvotes(merge.targetUpvoteCount)} before, ${upvotes(merge.target.upvoteCount)} now`}
          </MergeItem>
        )}
      </ModeratorList>
    </>
  );
}

type MergeItemProps = {
  merge: Pick<Merge, 'moderatorHandle' | 'createdAt' | 'undoableUntil'> &
    Record<'source' | 'target', { name: string }>;
  href: string;
  /** Undefined while the merge is being undone. */
  onUndo: (() => void) | undefined;
  isUndoing: boolean;
  children: ReactNode;
};

/** A merge of two products or tags, which a moderator can undo. */
export function MergeItem({ merge, href, onUndo, isUndoing, children }: MergeItemProps) {
  const { source, target, moderatorHandle, createdAt, undoableUntil } = merge;
  const [isAsked, setIsAsked] = useState(false);
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{source.name}</bdi> into{' '}
        <a href={href} className="hover:text-accent">
          <bdi>{target.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">{children}</p>
      <p className="text-sm text-muted">
        {`${formatShortDate(createdAt)} by ${describeAuthor(moderatorHandle)} · ${onUndo ? `undo until ${formatShortDate(undoableUntil)}` : 'being undone'}`}
      </p>
      {onUndo && (
        <div className="mt-3 flex flex-wrap gap-2">
          {/* The same button asks and undoes, so that it keeps the focus. */}
          <Button
            look="danger"
            size="small"
            aria-disabled={isUndoing}
            onClick={isAsked ? onUndo : () => setIsAsked(true)}
          >
            <span>{isAsked ? 'Yes, undo' : 'Undo'}</span>
            <span className="sr-only">{` the merge of ${source.name}`}</span>
          </Button>
          {isAsked && (
            <Button size="small" onClick={() => setIsAsked(false)}>
              Keep merged
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
