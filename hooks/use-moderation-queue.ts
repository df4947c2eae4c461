import { useEffect, useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { approveProduct, listPendingProducts, rejectProduct, undoDecisions } from '@/lib/api/moderation';
import { MODERATION_LIMITS, type ModeratedProduct } from '@/lib/contract/moderation';
import { showToast } from '@/lib/browser/toasts';
import { usePages } from './use-pages';
import { useSessionToken } from './use-session-token';

/** Other moderators decide and members submit while the queue is open. */
const REFRESH_MS = 30_000;

type Outcome = 'approved' | 'rejected';

/** The last decision, for as long as it can be undone. */
type Decision = {
  products: readonly ModeratedProduct[];
  outcome: Outcome;
  /** Resolves to the products that the server has accepted the decision about. */
  accepting: Promise<readonly ModeratedProduct[]>;
  isAccepted: boolean;
};

/** The products that wait for a decision, the oldest first, and the two decisions. */
export function useModerationQueue() {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Decision>();
  const token = useSessionToken();
  const list = usePages(
    token ? [token, 'moderation-queue'] : null,
    (after) => listPendingProducts({ after }),
    { refreshInterval: REFRESH_MS },
  );
  const { pages, refresh } = list;
  const listed = list.products ?? [];
  const products = listed.filter((product) => !decided.has(versionOf(product)));

  useEffect(() => {
    if (!last?.isAccepted) return undefined;
    const timer = setTimeout(() => setLast(undefined), MODERATION_LIMITS.undoMs);
    return () => clearTimeout(timer);
  }, [last]);

  const hide = (hidden: readonly ModeratedProduct[]) =>
    setDecided((before) => new Set([...before, ...hidden.map(versionOf)]));
  function putBack(shown: readonly ModeratedProduct[]) {
    const versions = new Set(shown.map(versionOf));
    setDecided((before) => new Set([...before].filter((version) => !versions.has(version))));
  }

  /** Removes the product from the queue at once. If the decision fails, puts the product back and says why. */
  async function accept(
    product: ModeratedProduct,
    send: () => Promise<unknown>,
  ): Promise<ModeratedProduct[]> {
    hide([product]);
    try {
      await send();
      return [product];
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const isDecided = failure.code === 'conflict' || failure.code === 'not_found';
      if (!isDecided) putBack([product]);
      const message = isDecided
        ? failure.message
        : `${product.name} is still in the queue. ${failure.message}`;
      void showToast('error', message);
      return [];
    } finally {
      void refresh();
    }
  }

  async function decide(
    product: ModeratedProduct,
    outcome: Outcome,
    send: () => Promise<unknown>,
  ): Promise<boolean> {
    const accepting = accept(product, send);
    const decision = { products: [product], outcome, accepting, isAccepted: false };
    setLast(decision);
    const accepted = await accepting;
    // A later decision keeps its place.
    setLast((present) => {
      if (present !== decision) return present;
      return accepted.length > 0 ? { ...decision, products: accepted, isAccepted: true } : undefined;
    });
    return accepted.length > 0;
  }

  /** Undoes the last decision. Resolves to the products that are back in the queue. */
  async function undo(): Promise<readonly ModeratedProduct[]> {
    if (!last) return [];
    setLast(undefined);
    const accepted = await last.accepting;
    if (accepted.length === 0) return [];
    try {
      const { results } = await undoDecisions(accepted.map(({ id }) => id));
      const failed = results.filter(({ isDone }) => !isDone);
      if (failed[0]?.message) void showToast('error', failed[0].message);
      const undone = accepted.filter(({ id }) => results.some((result) => result.id === id && result.isDone));
      putBack(undone);
      await refresh();
      return undone;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void showToast('error', `The decision stands. ${failure.message}`);
      return [];
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
    approve: (product: ModeratedProduct) => decide(product, 'approved', () => approveProduct(product)),
    reject: (product: ModeratedProduct, reason: string) =>
      decide(product, 'rejected', () => rejectProduct(product, reason)),
    /** The accepted decision that can be undone. */
    undoable: last?.isAccepted ? last : undefined,
    undo,
  };
}

/** An edited product returns to the queue as another version. */
const versionOf = ({ id, updatedAt }: ModeratedProduct) => `${id} ${updatedAt}`;
