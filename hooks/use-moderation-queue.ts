import { useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { approveProduct, listPendingProducts, rejectProduct } from '@/lib/api/moderation';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { showToast } from '@/lib/browser/toasts';
import { usePages } from './use-pages';
import { useSessionToken } from './use-session-token';

/** Other moderators decide, and members submit, while this one is looking. */
const refreshMs = 30_000;

/** What waits for a moderator, oldest first, and the decisions about it. */
export function useModerationQueue() {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const token = useSessionToken();
  const list = usePages(
    token ? [token, 'moderation-queue'] : null,
    (after) => listPendingProducts({ after }),
    { refreshInterval: refreshMs },
  );
  const { pages, refresh } = list;
  const listed = list.products ?? [];
  const products = listed.filter((product) => !decided.has(versionOf(product)));

  /** Takes the product out of the queue at once; puts it back, and says why, if it is still to be decided. */
  async function decide(product: ModeratedProduct, send: () => Promise<unknown>): Promise<boolean> {
    const version = versionOf(product);
    setDecided((before) => new Set(before).add(version));
    try {
      await send();
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const isOver = failure.code === 'conflict' || failure.code === 'not_found';
      if (!isOver) setDecided((before) => new Set([...before].filter((other) => other !== version)));
      const sentence = isOver ? failure.message : `${product.name} still waits. ${failure.message}`;
      void showToast('error', sentence);
      return false;
    } finally {
      void refresh();
    }
  }

  return {
    ...list,
    /** Undefined until the first page is loaded. */
    products: list.products && products,
    /** How many wait in all, those on further pages included. */
    pendingCount: Math.max(
      (pages[0]?.pendingCount ?? 0) - (listed.length - products.length),
      products.length,
    ),
    /** Both resolve to whether the decision stands. */
    approve: (product: ModeratedProduct) => decide(product, () => approveProduct(product)),
    reject: (product: ModeratedProduct, reason: string) =>
      decide(product, () => rejectProduct(product, reason)),
  };
}

/** A product that comes back after an edit waits for another decision. */
const versionOf = ({ id, updatedAt }: ModeratedProduct) => `${id} ${updatedAt}`;
