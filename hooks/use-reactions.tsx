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
import { unreachableMessage } from '@/lib/api/unreachable';
import { prepareToasts, showToast } from '@/lib/browser/toasts';
import { type ReactionKind, takeIntendedReaction } from '@/lib/browser/intended-action';
import { readUnsent, storeOfTab } from '@/lib/reactions/unsent-reactions';
import {
  type ReactableProduct,
  type ReactionChange,
  type ReactionView,
  ReactionStore,
  type SendOutcome,
} from '@/lib/reactions/reaction-store';
import { readSessionToken } from '@/lib/session-token';
import type * as MemberCode from './member-reactions';
import { useSessionToken } from './use-user';
import { useSignIn } from './use-sign-in';
import { t } from '@/lib/texts/texts';

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
    withMemberCode(({ readCounted }) => store.seedCounted(readCounted()));
    const intended = takeIntendedReaction();
    for (const change of readUnsent(token)) store.set(change);
    if (!intended) return;
    const { kind, productId, name } = intended;
    store.set({ kind, product: { id: productId, name }, isSet: true });
  }, [token, store]);

  useEffect(() => () => memberCode?.withdrawOffers(), [store]);

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
        const undo = () => store.set({ kind, product: { id, name }, isSet: true });
        // Without the code, a second press of the button does the same.
        withMemberCode((code) => (isRemoved ? code.offerUndo({ id, name }, undo) : code.withdrawOffer(id)));
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

/** The number of upvotes to show. A count that came with the page is newer than that of the server's last response. */
function shownUpvoteCount({ upvoteCount }: ReactableProduct, view?: ReactionView): number {
  if (!view) return upvoteCount;
  const { counted, countChange } = view;
  const base = counted?.outdated.includes(upvoteCount) ? counted.upvoteCount : upvoteCount;
  return Math.max(0, base + countChange);
}

type OpenSignIn = (path: string, kind: ReactionKind, product: ReactionChange['product']) => void;

function createStore(token: string | null | undefined, openSignIn: OpenSignIn): ReactionStore {
  const storeUnsent = token ? storeOfTab(token) : undefined;
  return new ReactionStore({
    send,
    isOffline: () => !navigator.onLine,
    onRefused({ kind, product, isSet }, { code, message }) {
      if (kind === 'upvote') memberCode?.withdrawOffer(product.id);
      // The session has ended elsewhere: the reaction is carried out after the next sign-in.
      if (code === 'unauthenticated' && isSet) openSignIn(pathOf(window.location), kind, product);
      else void showToast('error', message);
    },
    onQueued: () =>
      void showToast('info', t('reactions.queued', "You're offline. We'll save this when you reconnect.")),
    onRetried: () =>
      void showToast('success', t('reactions.retried', 'Back online. Your changes are saved.')),
    persist(unsent) {
      // A request may end after the sign-out.
      if (token === readSessionToken()) storeUnsent?.(unsent);
    },
    onCounted: (productId, counted) => memberCode?.storeCounted(productId, counted),
  });
}

const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

let memberCode: typeof MemberCode | undefined;

/** Loads the code that only members need: visitors, who are the majority, make no calls and have no counts to keep. */
const loadMemberCode = async () => (memberCode ??= await import('./member-reactions'));

function withMemberCode(run: (code: typeof MemberCode) => void): void {
  loadMemberCode().then(run, () => undefined);
}

const unreachable = () => ({ code: 'unavailable', message: unreachableMessage() }) as const;

async function send(change: ReactionChange): Promise<SendOutcome> {
  const code = await loadMemberCode().catch(() => undefined);
  return code ? code.sendReaction(change) : { failure: unreachable() };
}

async function requestReactions(ids: readonly string[]) {
  void prepareToasts();
  return (await loadMemberCode()).loadReactions(ids);
}
