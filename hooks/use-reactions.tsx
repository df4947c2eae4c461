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
import type { ReactionKind } from '@/lib/contract/plain/reaction-kind';
import { takeIntendedReaction } from '@/lib/reactions/intended-reaction';
import { ReactionStore, type SendOutcome, type IntendedState } from '@/lib/reactions/reaction-store';
import { type ReactableProduct, shownUpvoteCount } from '@/lib/reactions/reaction-view';
import { prepareToasts, showToast } from '@/lib/browser/toasts';
import { readUnsent, storeUnsent } from '@/lib/reactions/unsent-reactions';
import { useSessionToken } from './use-session-token';
import { useSignIn } from './use-sign-in';

/** A press on an upvote or a bookmark, which takes the state that shows to be the other one. */
export type ToggleReaction = (kind: ReactionKind, product: IntendedState['product']) => void;

type Reactions = { store: ReactionStore; token: string | null | undefined; toggle: ToggleReaction };

const ReactionsContext = createContext<Reactions | undefined>(undefined);

/**
 * The member's upvotes and bookmarks for all that this tab shows. A visitor's press leads to the sign-in, and is
 * carried out after it.
 */
export function ReactionsProvider({ children }: { children: ReactNode }) {
  const token = useSessionToken();
  const { asPath } = useRouter();
  const { open } = useSignIn();

  const openSignIn = (path: string, kind: ReactionKind, { id, name }: IntendedState['product']) =>
    open(path, { kind, productId: id, name });
  // Another member's is another store.
  const [held, setHeld] = useState(() => ({ token, store: createStore(token, openSignIn) }));
  if (held.token !== token) setHeld({ token, store: createStore(token, openSignIn) });
  const { store } = held;

  useEffect(() => {
    if (!token) return;
    const intended = takeIntendedReaction();
    for (const wish of readUnsent(token)) store.want(wish);
    if (!intended) return;
    const { kind, productId, name } = intended;
    store.want({ kind, product: { id: productId, name }, isWanted: true });
  }, [token, store]);

  useEffect(() => {
    const catchUp = () => void store.catchUp();
    window.addEventListener('online', catchUp);
    return () => window.removeEventListener('online', catchUp);
  }, [store]);

  const reactions = useMemo(
    () => ({
      store,
      token,
      toggle(kind: ReactionKind, { id, name }: IntendedState['product']) {
        if (token) store.toggle(kind, { id, name });
        else open(asPath, { kind, productId: id, name });
      },
    }),
    [store, token, asPath, open],
  );
  return <ReactionsContext value={reactions}>{children}</ReactionsContext>;
}

/**
 * What the member has done with the products of a list, asked in one call for up to 100 of them; visitors ask nothing.
 *
 * @param areBookmarked the server has listed them as bookmarks.
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
  useSWR<boolean, ApiFailure>(key, () => store.learn(products, () => ask(ids.split(','))));
  useEffect(() => {
    store.notePageCounts(products);
    if (areBookmarked) store.noteBookmarked(products);
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

type OpenSignIn = (path: string, kind: ReactionKind, product: IntendedState['product']) => void;

const createStore = (token: string | null | undefined, openSignIn: OpenSignIn) =>
  new ReactionStore({
    send,
    isOffline: () => !navigator.onLine,
    onRefused({ kind, product, isWanted }, { code, message }) {
      // The session ended elsewhere: what was pressed waits for the next one.
      if (code === 'unauthenticated' && isWanted) openSignIn(pathOf(window.location), kind, product);
      else void showToast('error', message);
    },
    onKept: () =>
      void showToast('error', 'You are offline. What you press is kept, and sent when you are back online.'),
    onCaughtUp: () => void showToast('success', 'You are back online. What you pressed is saved.'),
    onUnsent: (wishes) => token && storeUnsent(token, wishes),
  });

const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

const unreachable = {
  code: 'unavailable',
  message: 'The server cannot be reached. Check your connection and try again.',
} as const;

async function send({ kind, product, isWanted }: IntendedState): Promise<SendOutcome> {
  // With the first press: visitors, who are most, never load the calling code for this.
  const loading = Promise.all([import('@/lib/api/reactions'), import('@/lib/api/http')]);
  const modules = await loading.catch(() => undefined);
  if (!modules) return { failure: unreachable };
  const [{ setReaction }, { ApiFailure }] = modules;
  try {
    return await setReaction(kind, product.id, isWanted);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { failure: error };
  }
}

async function ask(ids: readonly string[]) {
  void prepareToasts();
  const { listReactions } = await import('@/lib/api/reactions');
  return listReactions(ids);
}
