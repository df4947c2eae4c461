import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useTagMerges } from '@/hooks/use-curated-tags';
import { TAG_LIMITS, type TagMerge } from '@/lib/contract/tag-curation';
import { countOf, formatShortDate } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { ModeratorList } from './moderator-list';

/** Lists merges of tags, and undoes them. */
export function TagMerges() {
  const { merges, list, ...undoing } = useTagMerges();
  return (
    <>
      <p className="mt-4 max-w-prose text-muted">
        Undo a merge within {TAG_LIMITS.undoDays} days, and its {site.nounPlural} get their tag back, unless
        somebody has removed the other one since.
      </p>
      <ModeratorList
        name="merges"
        list={list}
        items={merges}
        empty={
          <EmptyState icon="tag" title="No merges">
            To merge a tag, find it under “All tags”.
          </EmptyState>
        }
      >
        {(merge) => (
          <TagMergeItem
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

type TagMergeItemProps = { merge: TagMerge; isUndoing: boolean; onUndo: () => void };

function TagMergeItem({ merge, isUndoing, onUndo }: TagMergeItemProps) {
  const { source, target, state, moderatorHandle, createdAt, undoableUntil } = merge;
  const [isAsked, setIsAsked] = useState(false);
  const products = (count: number) => countOf(count, site.noun, site.nounPlural);
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{source.name}</bdi> into{' '}
        <a href={tagPath(target.slug)} className="hover:text-accent">
          <bdi>{target.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">
        {`${products(merge.sourceProductCount)} and ${products(merge.targetProductCount)} before, ${products(merge.productCount)} now`}
        {state !== 'merged' && ', and more to follow'}
      </p>
      <p className="text-sm text-muted">
        {`${formatShortDate(createdAt)} by ${moderatorHandle === null ? 'a former member' : `@${moderatorHandle}`} · `}
        {state === 'returning' ? 'being undone' : `undo until ${formatShortDate(undoableUntil)}`}
      </p>
      {state !== 'returning' && (
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
      )}
    </li>
  );
}
