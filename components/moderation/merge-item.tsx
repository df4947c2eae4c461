import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatShortDate } from '@/lib/format/figures';

type MergeItemProps = {
  source: string;
  target: { name: string; href: string };
  merge: { moderatorHandle: string | null; createdAt: string; undoableUntil: string };
  /** Undefined while the merge is being undone. */
  onUndo: (() => void) | undefined;
  isUndoing: boolean;
  /** What both had before, and what the target has now. */
  children: ReactNode;
};

/** A merge of two products or tags, which a moderator can undo. */
export function MergeItem({ source, target, merge, onUndo, isUndoing, children }: MergeItemProps) {
  const { moderatorHandle, createdAt, undoableUntil } = merge;
  const [isAsked, setIsAsked] = useState(false);
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <bdi>{source}</bdi> into{' '}
        <a href={target.href} className="hover:text-accent">
          <bdi>{target.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">{children}</p>
      <p className="text-sm text-muted">
        {`${formatShortDate(createdAt)} by ${moderatorHandle === null ? 'a former member' : `@${moderatorHandle}`} · ${onUndo ? `undo until ${formatShortDate(undoableUntil)}` : 'being undone'}`}
      </p>
      {onUndo && (
        <div className="mt-3 flex flex-wrap gap-2">
          {/* The same button asks and undoes, so that it keeps the focus. */}
          <Button
            look="danger"
            size="small"
            disabled={isUndoing}
            onClick={isAsked ? onUndo : () => setIsAsked(true)}
          >
            <span>{isAsked ? 'Yes, undo' : 'Undo'}</span>
            <span className="sr-only">{` the merge of ${source}`}</span>
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
