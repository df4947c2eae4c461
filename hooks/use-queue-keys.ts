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
  onUndo: () => void;
};

/**
 * The keys of the queue: j and k go to the next and the previous product, a approves and r rejects it, e and o open its
 * page and v its website in a new tab, u undoes the last decision. The product with the focus is the current product;
 * without one, every key goes to the first.
 */
export function useQueueKeys({ products, headings, onApprove, onReject, onUndo }: QueueKeys): void {
  const headingOf = (product: ModeratedProduct | undefined) => product && headings.current.get(product.id);

  useShortcuts((event) => {
    const { key } = event;
    if (key === 'u') return onUndo();
    if (!['j', 'k', 'a', 'r', 'e', 'o', 'v'].includes(key)) return;
    const index = products.findIndex((product) =>
      headingOf(product)?.closest('li')?.contains(document.activeElement),
    );
    const current = products[index];
    // The letter must not be typed into the form that it opens.
    event.preventDefault();
    if (!current) headingOf(products[0])?.focus();
    else if (key === 'j') headingOf(products[index + 1])?.focus();
    else if (key === 'k') headingOf(products[index - 1])?.focus();
    else if (key === 'a') onApprove(current);
    else if (key === 'r') onReject(current);
    else window.open(key === 'v' ? current.url : productPath(current.slug), '_blank', 'noopener');
  });
}
