import { ApiFailure, call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { tabStorage } from '@/lib/browser/window';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import {
  addAlternativeUpvoteCall,
  addBookmarkCall,
  addUpvoteCall,
  listReactionsCall,
  REACTION_LIMITS,
  removeAlternativeUpvoteCall,
  removeBookmarkCall,
  removeUpvoteCall,
} from '@/lib/contract/reaction';
import type { CountedUpvotes, ReactionChange, SendOutcome } from '@/lib/reactions/reaction-store';
import { t } from '@/lib/texts/texts';

/*
 * The part of `use-reactions.tsx` that only members load: calls, offers to undo, and what the server has counted.
 */

let shownFailure: AbortController | undefined;

/**
 * Loads the member's reactions to products. A failure is said until a later attempt succeeds: what the member has upvoted
 * must not look as if it were not. Offline, pages that were kept for reading say nothing.
 *
 * @throws ApiFailure
 */
export async function loadReactions(ids: readonly string[]) {
  try {
    const reactions = await listReactions(ids);
    shownFailure?.abort();
    shownFailure = undefined;
    return reactions;
  } catch (error) {
    if (!shownFailure && navigator.onLine) {
      shownFailure = new AbortController();
      const message = t(
        'reactions.notLoaded',
        "Your upvotes and bookmarks couldn't be loaded yet. We'll try again.",
      );
      void showToast('error', message, { signal: shownFailure.signal, isLasting: true });
    }
    throw error;
  }
}

/** The member's reactions to these products, with one call per hundred products. */
async function listReactions(productIds: readonly string[]) {
  const { idsMax } = REACTION_LIMITS;
  const parts = Array.from({ length: Math.ceil(productIds.length / idsMax) }, (_, index) =>
    productIds.slice(index * idsMax, (index + 1) * idsMax),
  );
  const responses = await Promise.all(
    parts.map((ids) => call(listReactionsCall, { query: { ids: ids.join() } })),
  );
  return {
    upvoted: responses.flatMap(({ upvoted }) => upvoted),
    bookmarked: responses.flatMap(({ bookmarked }) => bookmarked),
  };
}

/** Sends what the member has chosen. Safe to repeat. Resolves to the new upvote count, for an upvote. */
export async function sendReaction({ kind, product: { id }, isSet }: ReactionChange): Promise<SendOutcome> {
  try {
    if (kind === 'upvote') return await setUpvote(id, isSet);
    await call(isSet ? addBookmarkCall : removeBookmarkCall, { params: { productId: id } });
    return {};
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { failure: error };
  }
}

/** @param id of a product, or of a pair of alternatives: `7-12`. */
const setUpvote = (id: string, isSet: boolean) =>
  id.includes('-')
    ? call(isSet ? addAlternativeUpvoteCall : removeAlternativeUpvoteCall, { params: { id } })
    : call(isSet ? addUpvoteCall : removeUpvoteCall, { params: { productId: id } });

const openOffers = new Map<string, AbortController>();

/** Offers for five seconds, in a toast, to give an upvote again that the member has taken back. */
export function offerUndo({ id, name }: ReactionChange['product'], undo: () => void): void {
  withdrawOffer(id);
  const offer = new AbortController();
  openOffers.set(id, offer);
  const action = {
    label: t('action.undo', 'Undo'),
    name: t('reactions.undoNamed', 'Undo, upvote {name} again', { name }),
    run: undo,
  };
  // Without the code of toasts, a second press of the button does the same.
  showToast(
    'info',
    t('reactions.upvoteRemoved', 'Upvote removed' /* a message, with a button to undo it */),
    {
      action,
      signal: offer.signal,
    },
  ).catch(() => undefined);
}

/** The upvote is there again, or still. */
export function withdrawOffer(id: string): void {
  openOffers.get(id)?.abort();
  openOffers.delete(id);
}

/** The next member of this tab must not give the upvotes of the last one. */
export function withdrawOffers(): void {
  for (const id of [...openOffers.keys()]) withdrawOffer(id);
}

const COUNTED_KEY = 'countedUpvotes';

/** A page may be from so long before its request: caches may store it for a second, and show it for ten more. */
const PAGE_AGE_MS_MAX = 12 * SECOND_MS;

/** Stores for this tab what the server counted: a page that is loaded next may be from before the member's upvote. */
export function storeCounted(productId: string, { upvoteCount, outdated }: CountedUpvotes): void {
  const others = linesSince(Date.now()).filter((line) => line.split(' ')[1] !== productId);
  const line = [Date.now(), productId, upvoteCount, ...outdated].join(' ');
  tabStorage.write(COUNTED_KEY, [...others, line].join('\n'));
}

/** By product id, for upvotes that this page may be too old to show. */
export function readCounted(): Map<string, CountedUpvotes> {
  return new Map(
    linesSince(performance.timeOrigin).map((line) => {
      const [, productId = '', upvoteCount, ...outdated] = line.split(' ');
      return [productId, { upvoteCount: Number(upvoteCount), outdated: outdated.map(Number) }];
    }),
  );
}

const linesSince = (requestedAtMs: number) =>
  (tabStorage.read(COUNTED_KEY) ?? '')
    .split('\n')
    .filter((line) => Number(line.split(' ', 1)[0]) > requestedAtMs - PAGE_AGE_MS_MAX);
