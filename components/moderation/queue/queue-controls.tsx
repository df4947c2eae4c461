import { type ComponentType, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FailedState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { useShortcuts } from '@/hooks/use-list-keys';
import { isPart, partOf, type QueuePart } from '@/hooks/use-moderation-queue';
import type { ProductTexts } from '@/lib/contract/editing';
import type { QueueGroup } from '@/lib/contract/moderation-queue';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { formatCount } from '@/lib/format/figures';
import { rejectionReasons } from '@/lib/contract/plain/moderation';
import { RejectForm } from './reject-form';
import { t } from '@/lib/texts/texts';

/** What the products of a group have in common. */
const GROUP_LABELS: Record<QueueGroup['kind'], (common: string) => string> = {
  site: (site) => t('queueGroup.site', 'Same site: {site}', { site }),
  text: (words) => t('queueGroup.text', 'Same text: {words}', { words }),
  member: (member) => t('queueGroup.member', 'Same member: {member}', { member }),
};

type QueueFiltersProps = {
  groups: readonly QueueGroup[];
  snoozedCount: number;
  part: QueuePart;
  onChange: (part: QueuePart) => void;
};

/** Chooses between the whole queue, its groups and what was put off. Nothing while there is no choice. */
export function QueueFilters({ groups, snoozedCount, part, onChange }: QueueFiltersProps) {
  const isWhole = part.groupKey === undefined && part.snoozed === undefined;
  if (groups.length === 0 && snoozedCount === 0 && isWhole) return null;
  return (
    <div
      role="group"
      aria-label={t('queue.parts', 'Part of the queue')}
      className="mt-4 flex flex-wrap gap-2"
    >
      <Part
        label={t('queue.all', 'All' /* products of the queue */)}
        isChosen={isWhole}
        onChoose={() => onChange({})}
      />
      {groups.map((group) => (
        <Part
          key={`${group.kind} ${group.key}`}
          label={GROUP_LABELS[group.kind](group.label)}
          count={group.count}
          isChosen={isPart(group, part)}
          onChoose={() => onChange(partOf(group))}
        />
      ))}
      {(snoozedCount > 0 || part.snoozed) && (
        <Part
          label={t('queue.snoozed', 'Snoozed' /* products of the queue */)}
          count={snoozedCount}
          isChosen={part.snoozed !== undefined}
          onChoose={() => onChange({ snoozed: 'true' })}
        />
      )}
    </div>
  );
}

type PartProps = { label: string; count?: number; isChosen: boolean; onChoose: () => void };

function Part({ label, count, isChosen, onChoose }: PartProps) {
  return (
    <button type="button" className="chip max-w-full" aria-pressed={isChosen} onClick={onChoose}>
      <span dir="auto" className="truncate">
        {label}
      </span>
      {count !== undefined && <span className="ms-1 text-muted">{formatCount(count)}</span>}
    </button>
  );
}

type GroupActionsProps = {
  products: readonly ModeratedProduct[];
  onApprove: () => void;
  onReject: (reason: string) => Promise<boolean>;
};

/** Decides on all shown products of a group. The keys y and n do so, too. */
export function GroupActions({ products, onApprove, onReject }: GroupActionsProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [rejection, setRejection] = useState<{ reason: string; isKeyed: boolean }>();
  const count = products.length;

  useShortcuts((key, event) => {
    if (products.length === 0 || (key !== 'y' && key !== 'n')) return;
    event.preventDefault();
    if (key === 'y') return onApprove();
    setRejection((before) => ({ reason: before?.reason ?? '', isKeyed: true }));
  });

  if (products.length === 0) return null;
  return (
    <section
      aria-label={t('queueGroup.decisions', 'All of this group')}
      className="mt-4 rounded-card border border-line bg-surface p-4"
    >
      {rejection === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button aria-keyshortcuts="y" onClick={onApprove}>
            {t('queueGroup.approveAll', 'Approve all {count, plural, one {# {noun}} other {# {nouns}}}', {
              count,
            })}
          </Button>
          <Button
            ref={opener}
            aria-keyshortcuts="n"
            onClick={() => setRejection({ reason: '', isKeyed: false })}
          >
            {t('queueGroup.rejectAll', 'Reject all {count, plural, one {# {noun}} other {# {nouns}}} …', {
              count,
            })}
          </Button>
        </div>
      ) : (
        <RejectForm
          question={t(
            'queueGroup.why',
            'Why are you rejecting all {count, plural, one {# {noun}} other {# {nouns}}}?',
            { count },
          )}
          keptAs={`rejection of ${products.map(({ id }) => id).join()}`}
          commonReasons={rejectionReasons()}
          hint={t(
            'queueGroup.reasonHint',
            "The submitters will see this and can resubmit. '{'name'}' stands for the name of each.",
          )}
          reason={rejection.reason}
          startsAtReasons={rejection.isKeyed}
          onReasonChange={(reason) => setRejection({ ...rejection, reason })}
          onReject={(text) => {
            setRejection(undefined);
            return onReject(text);
          }}
          onCancel={() => {
            setRejection(undefined);
            // React mounts the button again after this handler.
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      )}
    </section>
  );
}

type UndoBarProps = {
  /** What has happened last. Empty: nothing. */
  announcement: string;
  isUndoable: boolean;
  onUndo: () => void;
};

/** Says at the bottom of the window what was decided, and offers to undo it for a few seconds. */
export function UndoBar({ announcement, isUndoable, onUndo }: UndoBarProps) {
  return (
    <div role="status" className="sticky bottom-(--bottom-bar) z-20 mt-4">
      {announcement && (
        <p
          className={
            isUndoable
              ? 'flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2'
              : 'sr-only'
          }
        >
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {announcement}
          </span>
          {isUndoable && (
            <Button size="small" aria-keyshortcuts="u" onClick={onUndo}>
              {t('action.undo', 'Undo' /* a decision */)}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

export type QueueEditProps = {
  id: string;
  texts: ProductTexts;
  seen: string;
  onSaved: () => void;
  onCancel: () => void;
};

type QueueEditLoaderProps = {
  product: ModeratedProduct;
  load: () => Promise<ComponentType<QueueEditProps>>;
} & Pick<QueueEditProps, 'onSaved' | 'onCancel'>;

/** The form for what a product of the queue says. It is loaded when the moderator opens it. */
export function QueueEdit({ product, load, ...events }: QueueEditLoaderProps) {
  const { id, name, tagline, description, url, tags, updatedAt } = product;
  const [attempt, setAttempt] = useState(1);
  const { Component, hasFailed } = useLazyComponent(load, attempt);
  const texts = { name, tagline, description, url, tags: tags.map((tag) => tag.name) };
  return (
    <section
      aria-label={t('queueEdit.title', 'Edit {name}' /* names the form in the queue */, { name })}
      className="mt-5 border-t border-line pt-5"
    >
      {!Component && !hasFailed && <Spinner />}
      {hasFailed && (
        <FailedState
          title={t('queueEdit.notLoaded', "We couldn't load the form")}
          onRetry={() => setAttempt(attempt + 1)}
        >
          {t('queueEdit.checkConnection', 'Check your connection.')}
        </FailedState>
      )}
      {Component && <Component id={id} texts={texts} seen={updatedAt} {...events} />}
    </section>
  );
}
