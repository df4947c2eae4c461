import { useEffect, useState } from 'react';
import { useViewerData } from './use-viewer-data';
import { ApiFailure, call } from '@/lib/api/http';
import {
  approveProductCall,
  listModeratedProductsCall,
  type ModeratedProduct,
  MODERATION_LIMITS,
  type QueueGroupKind,
  rejectProductCall,
} from '@/lib/contract/moderation';
import { showToast } from '@/lib/browser/toasts';
import {
  type BatchResults,
  decideProductsCall,
  undoDecisionsCall,
  type QueueGroup,
  snoozeProductCall,
  findModerationContextCall,
  listQueueGroupsCall,
  readCurrentPageCall,
} from '@/lib/contract/moderation-queue';
import { usePages } from './use-pages';
import { usePendingCountRefresh } from './use-pending-count';
import { useSessionToken } from './use-user';
import { t } from '@/lib/texts/texts';

/** A part of the queue: a group, or the snoozed products. */
export type QueuePart = { groupKind?: QueueGroupKind; groupKey?: string; snoozed?: 'true' };

export const partOf = ({ kind, key }: QueueGroup): QueuePart => ({ groupKind: kind, groupKey: key });
export const isPart = ({ kind, key }: QueueGroup, part: QueuePart) =>
  part.groupKind === kind && part.groupKey === key;

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

export function useModerationQueue(part: QueuePart = {}) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Decision>();
  const token = useSessionToken();
  const refreshCount = usePendingCountRefresh();
  const list = usePages(
    token ? [token, 'moderation-queue', part.groupKind, part.groupKey, part.snoozed] : null,
    (after) => call(listModeratedProductsCall, { query: { after, ...part } }),
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

  /** Removes the products from the queue at once. Puts those back whose decision fails, and says why. */
  async function accept(
    sent: readonly ModeratedProduct[],
    send: () => Promise<BatchResults['results']>,
  ): Promise<readonly ModeratedProduct[]> {
    hide(sent);
    try {
      const failed = (await send()).filter(({ isDone }) => !isDone);
      if (failed[0]?.message) void showToast('error', sayFailed(failed[0].message, failed.length - 1));
      return sent.filter(({ id }) => !failed.some((result) => result.id === id));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const isDecided = failure.code === 'conflict' || failure.code === 'not_found';
      if (!isDecided) putBack(sent);
      void showToast('error', isDecided ? failure.message : sayWaiting(sent, failure.message));
      return [];
    } finally {
      void refresh();
      refreshCount();
    }
  }

  async function decide(
    sent: readonly ModeratedProduct[],
    outcome: Outcome,
    send: () => Promise<BatchResults['results']>,
  ): Promise<boolean> {
    const accepting = accept(sent, send);
    const decision = { products: sent, outcome, accepting, isAccepted: false };
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
      const { results } = await call(undoDecisionsCall, { body: { ids: accepted.map(({ id }) => id) } });
      const failed = results.filter(({ isDone }) => !isDone);
      if (failed[0]?.message) void showToast('error', failed[0].message);
      const undone = accepted.filter(({ id }) => results.some((result) => result.id === id && result.isDone));
      putBack(undone);
      refreshCount();
      await refresh();
      return undone;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      // The undo can be tried again, unless the moderator has made a later decision.
      setLast((present) => present ?? { ...last, products: accepted, isAccepted: true });
      void showToast(
        'error',
        t('queue.decisionStands', 'The decision stands. {message}', {
          message: failure.message,
        }),
      );
      return [];
    }
  }

  return {
    ...list,
    products: list.products && products,
    /** The length of the whole queue, including pages that are not loaded. */
    pendingCount: Math.max(
      (pages[0]?.pendingCount ?? 0) - (listed.length - products.length),
      products.length,
    ),
    snoozedCount: pages[0]?.snoozedCount ?? 0,
    /** Resolves to whether the server has accepted a decision; so does `reject`. */
    approve: (sent: readonly ModeratedProduct[]) =>
      decide(sent, 'approved', async () => {
        const [only] = sent;
        if (sent.length > 1 || !only) return decideAll(sent, { decision: 'approve' });
        await call(approveProductCall, { params: { id: only.id }, query: { seen: only.updatedAt } });
        return [];
      }),
    reject: (sent: readonly ModeratedProduct[], reason: string) =>
      decide(sent, 'rejected', async () => {
        const [only] = sent;
        if (sent.length > 1 || !only) return decideAll(sent, { decision: 'reject', reason });
        await call(rejectProductCall, {
          params: { id: only.id },
          query: { seen: only.updatedAt },
          body: { reason },
        });
        return [];
      }),
    /** Puts a decision off, or takes that back (0 days). Resolves to whether the server has accepted it. */
    snooze: async (product: ModeratedProduct, days: 0 | 1 | 3 | 7) => {
      const accepted = await accept([product], async () => {
        await call(snoozeProductCall, { params: { id: product.id }, body: { days } });
        return [];
      });
      // The same version can come back.
      await refresh();
      putBack([product]);
      return accepted.length > 0;
    },
    undoable: last?.isAccepted ? last : undefined,
    undo,
  };
}

const sayFailed = (message: string, count: number): string =>
  count > 0
    ? t('queue.moreNotDecided', '{message} {count, plural, other {# more could not be decided.}}', {
        message,
        count,
      })
    : message;

/** @param message why the decision about the products could not be sent. */
function sayWaiting(sent: readonly ModeratedProduct[], message: string): string {
  const [first] = sent;
  return sent.length === 1 && first
    ? t('queue.stillWaiting', '{name} is still in the queue. {message}', { name: first.name, message })
    : t('queue.countStillWaiting', '{count, plural, other {# are still in the queue.}} {message}', {
        count: sent.length,
        message,
      });
}

/** Decides on several products, each in the version that the moderator has seen. */
async function decideAll(
  sent: readonly ModeratedProduct[],
  decision: { decision: 'approve' } | { decision: 'reject'; reason: string },
) {
  const products = sent.map(({ id, updatedAt }) => ({ id, seen: updatedAt }));
  return (await call(decideProductsCall, { body: { ...decision, products } })).results;
}

/** An edited product returns to the queue as another version. */
const versionOf = ({ id, updatedAt }: ModeratedProduct) => `${id} ${updatedAt}`;

const once = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false } as const;

/** What is known beside a product of the queue. The page loads apart, because a site may answer slowly. */
export function useModerationContext(id: string) {
  const context = useViewerData(
    ['moderation-context', id],
    () => call(findModerationContextCall, { params: { id } }),
    once,
  );
  const page = useViewerData(['current-page', id], () => call(readCurrentPageCall, { params: { id } }), once);
  return {
    context: context.data,
    page: page.data,
    error: context.error,
    pageError: page.error,
  };
}

/** The largest groups of the queue. Without them, or while they load, the queue works as a list. */
export function useQueueGroups() {
  const { data, refresh } = useViewerData(
    ['queue-groups'],
    async () => (await call(listQueueGroupsCall)).groups,
    { refreshInterval: REFRESH_MS },
  );
  return {
    groups: data ?? [],
    refresh,
  };
}
