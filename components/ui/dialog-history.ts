import Router from 'next/router';
import { isDialogEntry } from './dialog-entry';

/**
 * A history entry above the page's own while dialogs are open, so that Back closes the dialog instead of leaving the page.
 * The entry has the page's URL and state. The router ignores moves between the two, so it neither loads nor scrolls.
 */

/**
 * `none`: the page's entry is current. `current`: the dialogs' entry is. `leaving`: the browser is on its way back from the
 * dialogs' entry, which takes a moment.
 */
let entry: 'none' | 'current' | 'leaving' = 'none';
/** The router's key of the page below the history entry of the dialogs. */
let pageKey: unknown;
let shownKey: unknown;
/** The callbacks that close the open dialogs, the topmost dialog last. */
const openDialogs: (() => void)[] = [];
/** Navigations that were started while the browser was leaving the dialogs' entry. */
let delayed: (() => void)[] = [];
let lastMove: { state: unknown; isForRouter: boolean } = { state: undefined, isForRouter: true };
/** The browser's own `pushState`, once the history is watched. */
let push: History['pushState'] | undefined;

/**
 * Adds a dialog that has opened.
 *
 * @param close is called for Back. If the dialog stays open nevertheless, the next Back calls it again.
 * @returns a function to call when the dialog has closed, for whatever reason.
 */
export function trackDialog(close: () => void): () => void {
  openDialogs.push(close);
  if (entry === 'none') addEntry();
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
    // Another dialog may open in place of this one.
    queueMicrotask(removeEntryIfUnused);
  };
}

function addEntry(): void {
  push ??= watchHistory();
  const state: unknown = window.history.state;
  pageKey = shownKey = keyOf(state);
  push({ ...(typeof state === 'object' && state), isDialog: true }, '');
  entry = 'current';
}

/** A dialog may stay open, because it is busy, below the closed one, or has opened while its page was being left. */
function addEntryIfNeeded(): void {
  if (entry === 'none' && openDialogs.length > 0) addEntry();
}

function removeEntryIfUnused(): void {
  if (entry === 'current' && openDialogs.length === 0) leaveEntry();
}

function leaveEntry(): void {
  entry = 'leaving';
  window.history.back();
}

function watchHistory(): History['pushState'] {
  const { history } = window;
  const originalPush = history.pushState.bind(history);
  const originalReplace = history.replaceState.bind(history);

  history.pushState = (...change) => {
    if (entry === 'leaving') {
      delayed.push(() => history.pushState(...change));
    } else if (entry === 'current') {
      // A navigation from inside a dialog takes the dialogs' entry, so that Back leads to the page.
      entry = 'none';
      originalReplace(...change);
      setTimeout(addEntryIfNeeded);
    } else {
      originalPush(...change);
    }
  };

  history.replaceState = (state: unknown, title, url) => {
    if (entry === 'leaving') {
      delayed.push(() => history.replaceState(state, title, url));
      return;
    }
    if (entry === 'current') {
      const isSamePage = !url || new URL(url, window.location.href).href === window.location.href;
      if (isSamePage && typeof state === 'object') {
        originalReplace({ ...state, isDialog: true }, title, url);
        return;
      }
      entry = 'none';
      setTimeout(addEntryIfNeeded);
    }
    originalReplace(state, title, url);
  };

  // The router's listener may run before or after this one. The first of the two calls decides.
  window.addEventListener('popstate', ({ state }) => void isForRouter(state));
  Router.router?.beforePopState(isForRouter);
  return originalPush;
}

/** Handles a move in the history once, and returns whether the router has to handle it, too. */
function isForRouter(state: unknown): boolean {
  if (state === null || state !== lastMove.state) lastMove = { state, isForRouter: handleMove(state) };
  return lastMove.isForRouter;
}

function handleMove(state: unknown): boolean {
  const key = keyOf(state);
  const entryBefore = entry;
  const isShown = key === shownKey;
  entry = 'none';
  shownKey = key;

  if (entryBefore === 'leaving') {
    const isPage = key === pageKey;
    const changes = delayed;
    delayed = [];
    for (const change of changes) change();
    addEntryIfNeeded();
    return !isPage;
  }
  if (entryBefore === 'current') {
    if (key !== pageKey) {
      // More than one step: the router shows another page.
      for (const close of openDialogs.toReversed()) close();
      return true;
    }
    openDialogs.at(-1)?.();
    setTimeout(addEntryIfNeeded);
    return false;
  }
  if (isDialogEntry(state)) {
    // Forward, to the entry of a dialog that has closed. The page is shown already, unless Forward took several steps.
    pageKey = key;
    leaveEntry();
    return !isShown;
  }
  return true;
}

const keyOf = (state: unknown): unknown =>
  typeof state === 'object' && state && 'key' in state ? state.key : undefined;
