import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import { listMergesCall, type Merge, MERGE_LIMITS, undoMergeCall } from '@/lib/contract/merge';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { Intro, ModeratorList, sayWhenAndWho, useDecisions } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export default function Merges() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'merges',
    (after) => call(listMergesCall, { query: { after } }),
    ({ merges }) => merges,
  );
  const undo = ({ id, source, target }: Merge) =>
    decide(
      () => call(undoMergeCall, { params: { id } }),
      t('merges.undone', 'The merge of {source} and {target} was undone.', {
        source: source.name,
        target: target.name,
      }),
    );
  return (
    <>
      <Intro ref={intro}>
        {t(
          'merges.about',
          'Undo a merge within {days} days, and both {nouns} are as they were before. Upvotes and bookmarks that members have taken back since stay away from both; those that they have given since stay with the {noun} that gained them.',
          { days: MERGE_LIMITS.undoDays },
        )}
      </Intro>
      <ModeratorList
        failed={t('merges.notLoaded', "We couldn't load the merges")}
        showing={(count) =>
          t('merges.showing', 'Showing {count, plural, one {# merge} other {# merges}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState title={t('merges.none', 'No merges')}>
            {t('merges.howToMerge', 'To merge a duplicate, open its page. The form is at the end of it.')}
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
            {t(
              'merges.upvotes',
              '{source, plural, one {# upvote} other {# upvotes}} and {target, plural, one {# upvote} other {# upvotes}} before, {merged, plural, one {# upvote} other {# upvotes}} now',
              {
                source: merge.sourceUpvoteCount,
                target: merge.targetUpvoteCount,
                merged: merge.target.upvoteCount,
              },
            )}
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
        {rich('merges.sourceIntoTarget', '<bdi>{source}</bdi> into <link><bdi>{target}</bdi></link>', {
          bdi: (text) => <bdi>{text}</bdi>,
          source: source.name,
          link: (text) => (
            <a href={href} className="hover:text-accent">
              {text}
            </a>
          ),
          target: target.name,
        })}
      </h2>
      <p className="mt-1 text-sm text-muted">{children}</p>
      <p className="text-sm text-muted">
        {[
          sayWhenAndWho(formatShortDate(createdAt), moderatorHandle),
          onUndo
            ? t('action.undoUntil', 'undo until {day}', { day: formatShortDate(undoableUntil) })
            : t('merges.beingUndone', 'being undone' /* a merge, right now */),
        ].join(' · ')}
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
            <span key={isAsked ? 'sure' : 'undo'}>
              {isAsked
                ? rich('merges.undoForSure', 'Yes, undo<hidden> the merge of {name}</hidden>', {
                    hidden,
                    name: source.name,
                  })
                : rich('merges.undo', 'Undo<hidden> the merge of {name}</hidden>', {
                    hidden,
                    name: source.name,
                  })}
            </span>
          </Button>
          {isAsked && (
            <Button size="small" onClick={() => setIsAsked(false)}>
              {t('merges.keep', 'Keep merged' /* a button that cancels undoing */)}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
