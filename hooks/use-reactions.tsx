import { useRouter } from 'next/router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { UNREACHABLE_MESSAGE } from '@/lib/api/unreachable';
import { tabStorage } from '@/lib/browser/window';
import { prepareToasts, showToast } from '@/lib/browser/toasts';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { type ReactionKind, takeIntendedReaction } from '@/lib/browser/intended-action';
import { readUnsent, storeOfTab } from '@/lib/reactions/unsent-reactions';
import { UndoOffers } from '@/lib/reactions/undo-offers';
import {
  type CountedUpvotes,
  type ReactableProduct,
  type ReactionChange,
  type ReactionView,
  ReactionStore,
  type SendOutcome,
} from '@/lib/reactions/reaction-store';
import { readSessionToken } from '@/lib/session-token';
import { useSessionToken } from './use-user';
import { useSignIn } from './use-sign-in';

/** Sets or removes the upvote or the bookmark, whichever the button does not show. */
export type ToggleReaction = (kind: ReactionKind, product: ReactionChange['product']) => void;

type Reactions = { store: ReactionStore; token: string | null | undefined; toggle: ToggleReaction };

const ReactionsContext = createContext<Reactions | undefined>(undefined);

/**
 * Holds the member's upvotes and bookmarks for all pages of this tab. A visitor's click opens the sign-in, and is
 * carried out after it.
 */
export function ReactionsProvider({ children }: { children: ReactNode }) {
  const token = useSessionToken();
  const { asPath } = useRouter();
  const { open } = useSignIn();

  const openSignIn = (path: string, kind: ReactionKind, { id, name }: ReactionChange['product']) =>
    open(path, { kind, productId: id, name });
  // Each member has a store.
  const [current, setCurrent] = useState(() => ({ token, ...createStore(token, openSignIn) }));
  if (current.token !== token) setCurrent({ token, ...createStore(token, openSignIn) });
  const { store, offers } = current;

  useEffect(() => {
    if (!token) return;
    store.seedCounted(readCounted());
    const intended = takeIntendedReaction();
    for (const change of readUnsent(token)) store.set(change);
    if (!intended) return;
    const { kind, productId, name } = intended;
    store.set({ kind, product: { id: productId, name }, isSet: true });
  }, [token, store]);

  useEffect(() => () => offers.withdrawAll(), [offers]);

  useEffect(() => {
    const retry = () => void store.retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [store]);

  const reactions = useMemo(
    () => ({
      store,
      token,
      toggle(kind: ReactionKind, { id, name }: ReactionChange['product']) {
        if (!token) return open(asPath, { kind, productId: id, name });
        const isRemoved = store.toggle(kind, { id, name });
        if (kind === 'bookmark') return;
        if (isRemoved)
          offers.offer({ id, name }, () => store.set({ kind, product: { id, name }, isSet: true }));
        else offers.withdraw(id);
      },
    }),
    [store, offers, token, asPath, open],
  );
  return <ReactionsContext value={reactions}>{children}</ReactionsContext>;
}

/**
 * The member's reactions to the products of a list, loaded in one call for up to 100 products. Makes no call for
 * visitors.
 *
 * @param areBookmarked the server has listed the products as bookmarks.
 */
export function useReactions(
  products: readonly ReactableProduct[],
  { areBookmarked = false }: { areBookmarked?: boolean } = {},
) {
  const reactions = useContext(ReactionsContext);
  if (!reactions) throw new Error('useReactions needs a ReactionsProvider above it.');
  const { store, token, toggle } = reactions;
  const views = useSyncExternalStore(store.subscribe, store.views, store.views);

  const ids = products.map(({ id }) => id).join();
  const key = token && ids ? [token, 'reactions', ids] : null;
  useSWR<boolean, ApiFailure>(key, () => store.load(products, () => requestReactions(ids.split(','))));
  useEffect(() => {
    store.seedCounts(products);
    if (areBookmarked) store.seedBookmarks(products);
  }, [store, products, areBookmarked]);

  return {
    reactionTo: (product: ReactableProduct) => {
      const view = views.get(product.id);
      return {
        isUpvoted: view?.isUpvoted ?? false,
        isBookmarked: view?.isBookmarked ?? areBookmarked,
        upvoteCount: shownUpvoteCount(product, view),
      };
    },
    toggle,
  };
}

/** The number of upvotes to show. A count that came with the page is newer than that of the server's last response. */
function shownUpvoteCount({ upvoteCount }: ReactableProduct, view?: ReactionView): number {
  if (!view) return upvoteCount;
  const { counted, countChange } = view;
  const base = counted?.outdated.includes(upvoteCount) ? counted.upvoteCount : upvoteCount;
  return Math.max(0, base + countChange);
}

type OpenSignIn = (path: string, kind: ReactionKind, product: ReactionChange['product']) => void;

function createStore(token: string | null | undefined, openSignIn: OpenSignIn) {
  const offers = new UndoOffers();
  const storeUnsent = token ? storeOfTab(token) : undefined;
  const store = new ReactionStore({
    send,
    isOffline: () => !navigator.onLine,
    onRefused({ kind, product, isSet }, { code, message }) {
      if (kind === 'upvote') offers.withdraw(product.id);
      // The session has ended elsewhere: the reaction is carried out after the next sign-in.
      if (code === 'unauthenticated' && isSet) openSignIn(pathOf(window.location), kind, product);
      else void showToast('error', message);
    },
    onQueued: () => void showToast('info', "You're offline. We'll save this when you reconnect."),
    onRetried: () => void showToast('success', 'Back online. Your changes are saved.'),
    persist(unsent) {
      // A request may end after the sign-out.
      if (token === readSessionToken()) storeUnsent?.(unsent);
    },
    onCounted: storeCounted,
  });
  return { store, offers };
}

const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

const unreachable = { code: 'unavailable', message: UNREACHABLE_MESSAGE } as const;

async function send({ kind, product, isSet }: ReactionChange): Promise<SendOutcome> {
  // Loaded with the first click: visitors, who are the majority, never need the calling code.
  const loading = Promise.all([import('@/lib/api/viewer'), import('@/lib/api/http')]);
  const modules = await loading.catch(() => undefined);
  if (!modules) return { failure: unreachable };
  const [{ setReaction }, { ApiFailure }] = modules;
  try {
    return await setReaction(kind, product.id, isSet);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { failure: error };
  }
}

async function requestReactions(ids: readonly string[]) {
  void prepareToasts();
  const { loadReactions } = await import('./load-reactions');
  return loadReactions(ids);
}

const COUNTED_KEY = 'countedUpvotes';

/** A page may be from so long before its request: caches may store it for a second, and show it for ten more. */
const PAGE_AGE_MS_MAX = 12 * SECOND_MS;

/** Stores for this tab what the server counted: a page that is loaded next may be from before the member's upvote. */
function storeCounted(productId: string, { upvoteCount, outdated }: CountedUpvotes): void {
  const others = linesSince(Date.now()).filter((line) => line.split(' ')[1] !== productId);
  const line = [Date.now(), productId, upvoteCount, ...outdated].join(' ');
  tabStorage.write(COUNTED_KEY, [...others, line].join('\n'));
}

/** By product id, for upvotes that this page may be too old to show. */
function readCounted(): Map<string, CountedUpvotes> {
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
