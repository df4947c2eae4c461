import { useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { approveProduct, listPendingProducts, rejectProduct } from '@/lib/api/moderation';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { showToast } from '@/lib/browser/toasts';
import { usePages } from './use-pages';
import { useSessionToken } from './use-session-token';

/** Other moderators decide and members submit while the queue is open. */
const REFRESH_MS = 30_000;

/** The products that wait for a decision, the oldest first, and the two decisions. */
export function useModerationQueue() {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const token = useSessionToken();
  const list = usePages(
    token ? [token, 'moderation-queue'] : null,
    (after) => listPendingProducts({ after }),
    { refreshInterval: REFRESH_MS },
  );
  const { pages, refresh } = list;
  const listed = list.products ?? [];
  const products = listed.filter((product) => !decided.has(versionOf(product)));

  /** Removes the product from the queue at once. If the decision fails, puts the product back and says why. */
  async function decide(product: ModeratedProduct, send: () => Promise<unknown>): Promise<boolean> {
    const version = versionOf(product);
    setDecided((before) => new Set(before).add(version));
    try {
      await send();
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const isDecided = failure.code === 'conflict' || failure.code === 'not_found';
      if (!isDecided) setDecided((before) => new Set([...before].filter((other) => other !== version)));
      const message = isDecided
        ? failure.message
        : `${product.name} is still in the queue. ${failure.message}`;
      void showToast('error', message);
      return false;
    } finally {
      void refresh();
    }
  }

  return {
    ...list,
    /** Undefined until the first page is loaded. */
    products: list.products && products,
    /** The length of the whole queue, including pages that are not loaded. */
    pendingCount: Math.max(
      (pages[0]?.pendingCount ?? 0) - (listed.length - products.length),
      products.length,
    ),
    /** Resolves to whether the server has accepted the decision; so does `reject`. */
    approve: (product: ModeratedProduct) => decide(product, () => approveProduct(product)),
    reject: (product: ModeratedProduct, reason: string) =>
      decide(product, () => rejectProduct(product, reason)),
  };
}

/** An edited product returns to the queue as another version. */
const versionOf = ({ id, updatedAt }: ModeratedProduct) => `${id} ${updatedAt}`;
