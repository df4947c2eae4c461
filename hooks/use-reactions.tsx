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
import { UNREACHABLE_MESSAGE } from '@/lib/api/unreachable';
import type { ApiFailure } from '@/lib/api/http';
import type { ReactionKind } from '@/lib/contract/plain/reaction-kind';
import { takeIntendedReaction } from '@/lib/reactions/intended-reaction';
import {
  ReactionStore,
  type ReactableProduct,
  type ReactionChange,
  type SendOutcome,
  shownUpvoteCount,
} from '@/lib/reactions/reaction-store';
import { prepareToasts, showToast } from '@/lib/browser/toasts';
import { readCounted, readUnsent, storeCounted, storeUnsent } from '@/lib/reactions/kept-reactions';
import { useSessionToken } from './use-session-token';
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
  const [current, setCurrent] = useState(() => ({ token, store: createStore(token, openSignIn) }));
  if (current.token !== token) setCurrent({ token, store: createStore(token, openSignIn) });
  const { store } = current;

  useEffect(() => {
    if (!token) return;
    store.seedCounted(readCounted());
    const intended = takeIntendedReaction();
    for (const change of readUnsent(token)) store.set(change);
    if (!intended) return;
    const { kind, productId, name } = intended;
    store.set({ kind, product: { id: productId, name }, isSet: true });
  }, [token, store]);

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
        if (token) store.toggle(kind, { id, name });
        else open(asPath, { kind, productId: id, name });
      },
    }),
    [store, token, asPath, open],
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

type OpenSignIn = (path: string, kind: ReactionKind, product: ReactionChange['product']) => void;

const createStore = (token: string | null | undefined, openSignIn: OpenSignIn) =>
  new ReactionStore({
    send,
    isOffline: () => !navigator.onLine,
    onRefused({ kind, product, isSet }, { code, message }) {
      // The session has ended elsewhere: the reaction is carried out after the next sign-in.
      if (code === 'unauthenticated' && isSet) openSignIn(pathOf(window.location), kind, product);
      else void showToast('error', message);
    },
    onQueued: () => void showToast('info', "You're offline. We'll save this when you reconnect."),
    onRetried: () => void showToast('success', 'Back online. Your changes are saved.'),
    persist: (unsent) => token && storeUnsent(token, unsent),
    onCounted: storeCounted,
  });

const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

const unreachable = { code: 'unavailable', message: UNREACHABLE_MESSAGE } as const;

async function send({ kind, product, isSet }: ReactionChange): Promise<SendOutcome> {
  // Loaded with the first click: visitors, who are the majority, never need the calling code.
  const loading = Promise.all([import('@/lib/api/reactions'), import('@/lib/api/http')]);
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
  const { listReactions } = await import('@/lib/api/reactions');
  return listReactions(ids);
}
