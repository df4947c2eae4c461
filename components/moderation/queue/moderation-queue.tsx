import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { EmptyState, FailedState } from '@/components/ui/empty-state';
import { LoadMore } from '@/components/layout/load-more';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import {
  isPart,
  partOf,
  type QueuePart,
  useModerationQueue,
  useQueueGroups,
} from '@/hooks/use-moderation-queue';
import { useQueueKeys } from '@/hooks/use-queue-keys';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { GroupActions, QueueEdit, type QueueEditProps, QueueFilters, UndoBar } from './queue-controls';
import { QueueItem } from './queue-item';
import { describeDecision, describeQueue, sayBack, saySnoozed } from './queue-words';
import { t } from '@/lib/texts/texts';

const WHOLE_QUEUE: QueuePart = {};

type ModerationQueueProps = {
  handle: string;
  image: (product: ModeratedProduct) => ReactNode;
  loadEditForm: () => Promise<ComponentType<QueueEditProps>>;
};

export function ModerationQueue({ handle, image, loadEditForm }: ModerationQueueProps) {
  const [part, setPart] = useState(WHOLE_QUEUE);
  const queue = useModerationQueue(part);
  const { groups, refresh: refreshGroups } = useQueueGroups();
  const { products, pendingCount, error, hasMore } = queue;
  /** Rejection reasons by product id. A rejection that could not be sent keeps its reason. */
  const [reasons, setReasons] = useState<Record<string, string | undefined>>({});
  /** The product whose form for a rejection was opened by a key. */
  const [keyedId, setKeyedId] = useState<string>();
  const [snoozingId, setSnoozingId] = useState<string>();
  const [editing, setEditing] = useState<{ product: ModeratedProduct; index: number }>();
  const [announcement, setAnnouncement] = useState('');
  const summary = useRef<HTMLParagraphElement>(null);
  const headings = useRef(new Map<string, HTMLHeadingElement>());

  const isLoaded = products !== undefined;
  // While a chosen part loads, neither the button that chose it nor the summary is on the page.
  useEffect(() => {
    if (isLoaded && part !== WHOLE_QUEUE) summary.current?.focus();
  }, [part, isLoaded]);

  /** A decided product leaves the page. The focus moves to the next product, else to the previous one, else to the summary. */
  function moveFocusFrom(product: ModeratedProduct) {
    const index = products?.indexOf(product) ?? -1;
    const neighbour = products?.[index + 1] ?? products?.[index - 1];
    const target = neighbour && headings.current.get(neighbour.id);
    (target ?? summary.current)?.focus();
  }

  const setReason = (id: string, reason: string | undefined) =>
    setReasons((before) => ({ ...before, [id]: reason }));

  async function finish(product: ModeratedProduct, sending: Promise<boolean>): Promise<boolean> {
    moveFocusFrom(product);
    setAnnouncement('');
    const isAccepted = await sending;
    if (isAccepted) setReason(product.id, undefined);
    return isAccepted;
  }

  async function finishGroup(sending: Promise<boolean>): Promise<boolean> {
    summary.current?.focus();
    setAnnouncement('');
    const isAccepted = await sending;
    await refreshGroups();
    return isAccepted;
  }

  async function snooze(product: ModeratedProduct, days: 0 | 1 | 3 | 7) {
    moveFocusFrom(product);
    setSnoozingId(undefined);
    if (await queue.snooze(product, days)) {
      setAnnouncement(days === 0 ? sayBack([product], product) : saySnoozed(product));
    }
  }

  const edit = (product: ModeratedProduct) => setEditing({ product, index: products?.indexOf(product) ?? 0 });

  function stopEditing({ id, name }: ModeratedProduct, isSaved: boolean) {
    setEditing(undefined);
    setAnnouncement(isSaved ? t('queue.saved', '{name} saved.' /* an edited product */, { name }) : '');
    headings.current.get(id)?.focus();
    void queue.refresh();
  }

  async function undo() {
    const undone = await queue.undo();
    const [product] = undone;
    if (!product) return;
    setAnnouncement(sayBack(undone, product));
    void refreshGroups();
    // React shows the product after this handler.
    requestAnimationFrame(() => headings.current.get(product.id)?.focus());
  }

  const approve = (product: ModeratedProduct) => void finish(product, queue.approve([product]));

  useQueueKeys({
    products: products ?? [],
    headings,
    onApprove: approve,
    onReject({ id }) {
      setKeyedId(id);
      setReason(id, reasons[id] ?? '');
    },
    onSnooze: ({ id }) => setSnoozingId(id),
    onEdit: edit,
    onUndo: () => void undo(),
    onNextGroup() {
      const next = groups[groups.findIndex((group) => isPart(group, part)) + 1];
      setPart(next ? partOf(next) : {});
    },
    onLeaveGroup: () => setPart({}),
  });

  if (!products) {
    return error ? (
      <FailedState
        title={t('queue.notLoaded', "We couldn't load the queue")}
        onRetry={() => void queue.refresh()}
      >
        {error.message}
      </FailedState>
    ) : (
      <Loading />
    );
  }

  return (
    <>
      <p ref={summary} tabIndex={-1} className="text-lg text-muted outline-none">
        {describeQueue(products, pendingCount, part)}
      </p>
      <QueueFilters groups={groups} snoozedCount={queue.snoozedCount} part={part} onChange={setPart} />
      {part.groupKey !== undefined && (
        <GroupActions
          key={`${part.groupKind} ${part.groupKey}`}
          products={products}
          onApprove={() => void finishGroup(queue.approve(products))}
          onReject={(reason) => finishGroup(queue.reject(products, reason))}
        />
      )}
      {products.length === 0 && !hasMore && part.groupKey === undefined && !part.snoozed && (
        <div className="mt-6">
          <EmptyState icon="check" title={t('queue.caughtUp', "You're all caught up")}>
            {t(
              'queue.caughtUpText',
              "New submissions appear here automatically. Every {noun} is reviewed before it's listed.",
            )}
          </EmptyState>
        </div>
      )}
      <ol className="mt-6 flex flex-col gap-4">
        {withEdited(products, editing).map((product) => (
          <QueueItem
            key={product.id}
            product={product}
            image={image(product)}
            isOwn={product.submitter?.handle === handle}
            reason={reasons[product.id]}
            isKeyed={keyedId === product.id}
            onReasonChange={(reason) => {
              if (reason === undefined) setKeyedId(undefined);
              setReason(product.id, reason);
            }}
            onApprove={() => approve(product)}
            onReject={(reason) => finish(product, queue.reject([product], reason))}
            isSnoozing={snoozingId === product.id}
            onSnoozingChange={(isOpen) => setSnoozingId(isOpen ? product.id : undefined)}
            onSnooze={(days) => void snooze(product, days)}
            onEdit={() => edit(product)}
            editForm={
              editing?.product.id === product.id && (
                <QueueEdit
                  product={product}
                  load={loadEditForm}
                  onSaved={() => stopEditing(product, true)}
                  onCancel={() => stopEditing(product, false)}
                />
              )
            }
            headingRef={(heading) => {
              if (heading) headings.current.set(product.id, heading);
              return () => void headings.current.delete(product.id);
            }}
          />
        ))}
      </ol>
      <LoadMore pager={queue} shownCount={products.length} />
      <UndoBar
        announcement={queue.undoable ? describeDecision(queue.undoable) : announcement}
        isUndoable={queue.undoable !== undefined}
        onUndo={() => void undo()}
      />
    </>
  );
}

/** Keeps the form open, with the typed text, when another moderator decides about the product before the form is sent. */
function withEdited(
  products: readonly ModeratedProduct[],
  editing: { product: ModeratedProduct; index: number } | undefined,
): readonly ModeratedProduct[] {
  if (!editing || products.some(({ id }) => id === editing.product.id)) return products;
  const { index, product } = editing;
  return [...products.slice(0, index), product, ...products.slice(index)];
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <VisuallyHidden live>{t('page.loading', 'Loading …')}</VisuallyHidden>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-2 h-56" />
      <Skeleton className="h-56" />
    </div>
  );
}
