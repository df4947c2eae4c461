import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { ApiFailure } from '@/lib/api/http';
import { approveProduct, listPendingProducts, rejectProduct } from '@/lib/api/moderation';
import type { ModeratedProduct, ModerationPage } from '@/lib/contract/moderation';
import { showToast } from '@/lib/toasts';
import { useSessionToken } from './use-session-token';

/** Other moderators decide, and members submit, while this one is looking. */
const refreshMs = 30_000;

/** What waits for a moderator, oldest first, and the decisions about it. */
export function useModerationQueue() {
  const token = useSessionToken();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());

  function keyOf(_index: number, previous: ModerationPage | null) {
    if (!token || previous?.nextCursor === null) return null;
    return [token, 'moderation-queue', previous?.nextCursor] as const;
  }

  const { data, error, size, setSize, mutate } = useSWRInfinite<ModerationPage, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , after]) => listPendingProducts({ after }),
    { refreshInterval: refreshMs },
  );
  const pages = data ?? [];
  const listed = withoutRepeats(pages.flatMap((page) => page.products));
  const products = listed.filter((product) => !decided.has(versionOf(product)));

  async function refresh(): Promise<void> {
    await mutate().catch(() => undefined);
  }

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
    /** Undefined until the first page is there. */
    products: data && products,
    /** How many wait in all, those on further pages included. */
    pendingCount: Math.max(
      (pages[0]?.pendingCount ?? 0) - (listed.length - products.length),
      products.length,
    ),
    error,
    hasMore: pages.length > 0 && pages.at(-1)?.nextCursor !== null,
    isLoadingMore: !error && size > pages.length,
    /** Loads the page after the last one; after a failure, the one that failed. Never rejects. */
    loadMore: async (): Promise<void> => {
      await setSize(pages.length + 1).catch(() => undefined);
    },
    refresh,
    /** Both resolve to whether the decision stands. */
    approve: (product: ModeratedProduct) => decide(product, () => approveProduct(product)),
    reject: (product: ModeratedProduct, reason: string) =>
      decide(product, () => rejectProduct(product, reason)),
  };
}

/** A product that comes back after an edit waits for another decision. */
const versionOf = ({ id, updatedAt }: ModeratedProduct) => `${id} ${updatedAt}`;

/** What others decide meanwhile moves the pages' borders. */
function withoutRepeats(products: ModeratedProduct[]): ModeratedProduct[] {
  return [...new Map(products.map((product) => [product.id, product])).values()];
}
