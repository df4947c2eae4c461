import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/api/http';
import { listMergesCall, type Merge, MERGE_LIMITS, undoMergeCall } from '@/lib/contract/merge';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { describeAuthor, Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
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
      t('merges.theMergeOfName', 'The merge of {name} and {name2} was undone.', {
        name: source.name,
        name2: target.name,
      }),
    );
  const upvotes = (count: number) =>
    t('merges.count', '{count, plural, one {# upvote} other {# upvotes}}', { count });
  return (
    <>
      <Intro ref={intro}>
        {t(
          'merges.undoAMergeWithin',
          'Undo a merge within {undoDays} days, and both {nouns} are as they were before. Upvotes and bookmarks that members have taken back since stay away from both; those that they have given since stay with the {noun} that gained them.',
          { undoDays: MERGE_LIMITS.undoDays },
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
          <EmptyState title={t('merges.noMerges', 'No merges')}>
            {t(
              'merges.toMergeADuplicate',
              'To merge a duplicate, open its page. The form is at the end of it.',
            )}
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
            {t('merges.upvotesAndUpvotes2Before', '{upvotes} and {upvotes2} before, {upvotes3} now', {
              upvotes: upvotes(merge.sourceUpvoteCount),
              upvotes2: upvotes(merge.targetUpvoteCount),
              upvotes3: upvotes(merge.target.upvoteCount),
            })}
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
        {rich('merges.nameIntoName2', '<bdi>{name}</bdi> into <link><bdi>{name2}</bdi></link>', {
          bdi: (text) => <bdi>{text}</bdi>,
          name: source.name,
          link: (text) => (
            <a href={href} className="hover:text-accent">
              {text}
            </a>
          ),
          name2: target.name,
        })}
      </h2>
      <p className="mt-1 text-sm text-muted">{children}</p>
      <p className="text-sm text-muted">
        {t(
          'merges.createdAtByModeratorHandleHasOnUndo',
          '{createdAt} by {moderatorHandle} · {hasOnUndo, select, true {undo until {undoableUntil}} other {being undone}}',
          {
            createdAt: formatShortDate(createdAt),
            moderatorHandle: describeAuthor(moderatorHandle),
            undoableUntil: formatShortDate(undoableUntil),
            hasOnUndo: Boolean(onUndo),
          },
        )}
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
            <span>{isAsked ? t('merges.yesUndo', 'Yes, undo') : t('merges.undo', 'Undo')}</span>
            <span className="sr-only">{` the merge of ${source.name}`}</span>
          </Button>
          {isAsked && (
            <Button size="small" onClick={() => setIsAsked(false)}>
              {t('merges.keepMerged', 'Keep merged')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
