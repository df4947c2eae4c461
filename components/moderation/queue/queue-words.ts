import type { QueuePart, useModerationQueue } from '@/hooks/use-moderation-queue';
import { type ModeratedProduct, MODERATION_LIMITS } from '@/lib/contract/moderation';
import { formatWait } from '@/lib/format/figures';
import { t } from '@/lib/texts/texts';

type Undoable = NonNullable<ReturnType<typeof useModerationQueue>['undoable']>;

/** How much of the queue, or of a part of it, waits. */
export function describeQueue(
  products: readonly ModeratedProduct[],
  pendingCount: number,
  part: QueuePart,
): string {
  const count = products.length;
  if (part.snoozed)
    return t('queue.snoozedCount', '{count, plural, one {# {noun}} other {# {nouns}}} snoozed.', { count });
  if (part.groupKey !== undefined)
    return t('queueGroup.count', '{count, plural, one {# {noun}} other {# {nouns}}} in this group.', {
      count,
    });
  const [first] = products;
  if (!first)
    return pendingCount === 0
      ? t('queue.empty', 'The queue is empty.')
      : t('queue.moreWaiting', '{count, plural, other {# more waiting.}}', { count: pendingCount });
  const since = products.map(({ waitingSince, createdAt }) => waitingSince ?? createdAt).sort();
  const wait = formatWait(since[0] ?? first.createdAt);
  return pendingCount < MODERATION_LIMITS.countedPendingMax
    ? t(
        'queue.countWaiting',
        '{count, plural, one {# {noun}} other {# {nouns}}} waiting, the oldest for {wait}.',
        { count: pendingCount, wait },
      )
    : t(
        'queue.atLeastCountWaiting',
        'At least {count, plural, one {# {noun}} other {# {nouns}}} waiting, the oldest for {wait}.',
        { count: pendingCount, wait },
      );
}

export function describeDecision({ products, outcome }: Pick<Undoable, 'products' | 'outcome'>): string {
  const [product] = products;
  const count = products.length;
  if (count === 1 && product)
    return outcome === 'approved'
      ? t('queue.approved', '{name} approved.' /* a product */, { name: product.name })
      : t('queue.rejected', '{name} rejected.' /* a product */, { name: product.name });
  return outcome === 'approved'
    ? t('queue.countApproved', '{count, plural, one {# {noun}} other {# {nouns}}} approved.', { count })
    : t('queue.countRejected', '{count, plural, one {# {noun}} other {# {nouns}}} rejected.', { count });
}

/** Of products whose decision is undone, or that are snoozed no longer. */
export const sayBack = (
  { length: count }: readonly ModeratedProduct[],
  { name }: ModeratedProduct,
): string =>
  count === 1
    ? t('queue.back', '{name} is back in the queue.', { name })
    : t('queue.countBack', '{count, plural, one {# {noun} is} other {# {nouns} are}} back in the queue.', {
        count,
      });

export const saySnoozed = ({ name }: ModeratedProduct): string =>
  t('queue.nameSnoozed', '{name} snoozed.' /* a product of the queue */, { name });
