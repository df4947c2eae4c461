import type { RefObject } from 'react';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { productPath } from '@/lib/pages/paths';
import { useShortcuts } from './use-list-keys';

type QueueKeys = {
  /** The shown products, in their order. */
  products: readonly ModeratedProduct[];
  /** The headings of the shown products, by id. */
  headings: RefObject<ReadonlyMap<string, HTMLElement>>;
  onApprove: (product: ModeratedProduct) => void;
  /** Opens the form for the reason. */
  onReject: (product: ModeratedProduct) => void;
  onSnooze: (product: ModeratedProduct) => void;
  /** Opens the form for what the product says. */
  onEdit: (product: ModeratedProduct) => void;
  onUndo: () => void;
  /** Goes to the next group of the queue, and after the last one to the whole queue. */
  onNextGroup: () => void;
  /** Goes to the whole queue. */
  onLeaveGroup: () => void;
};

/**
 * The keys of the queue: j and k go to the next and the previous product, a approves, r rejects, s snoozes and e edits it,
 * o opens its page and v its website in a new tab, u undoes the last decision, g goes to the next group and Escape out
 * of it. The product with the focus is the current product; without one, every key goes to the first.
 */
export function useQueueKeys({ products, headings, ...actions }: QueueKeys): void {
  const headingOf = (product: ModeratedProduct | undefined) => product && headings.current.get(product.id);

  useShortcuts((key, event) => {
    if (key === 'u') return actions.onUndo();
    if (key === 'g') return actions.onNextGroup();
    if (key === 'Escape') return actions.onLeaveGroup();
    if (!['j', 'k', 'a', 'r', 's', 'e', 'o', 'v'].includes(key)) return;
    const index = products.findIndex((product) =>
      headingOf(product)?.closest('li')?.contains(document.activeElement),
    );
    const current = products[index];
    // The letter must not be typed into the form that it opens.
    event.preventDefault();
    if (!current) headingOf(products[0])?.focus();
    else if (key === 'j') headingOf(products[index + 1])?.focus();
    else if (key === 'k') headingOf(products[index - 1])?.focus();
    else if (key === 'a') actions.onApprove(current);
    else if (key === 'r') actions.onReject(current);
    else if (key === 's') actions.onSnooze(current);
    else if (key === 'e') actions.onEdit(current);
    else window.open(key === 'v' ? current.url : productPath(current.slug), '_blank', 'noopener');
  });
}
