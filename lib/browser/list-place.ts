import { inlineScript } from './inline-scripts';
import { tabStorage } from './window';

/** How far the list of a page was extended when the page was left. */
type ListPlace = {
  pageCount: number;
  height: number;
};

const KEY = 'listPlaces';
const HEIGHT_PROPERTY = '--restored-height';
const PLACES_MAX = 20;
/** A restored list loads its pages one after the other. */
const PAGES_MAX = 20;

/** `/top/week?tag=x` */
export const currentPath = () => window.location.pathname + window.location.search;

/** One line for each page, the latest first: page count, height, scroll position, path. */
const readLines = () => (tabStorage.read(KEY) ?? '').split('\n');

/** Undefined if the page has no list, or its list shows the first page alone. */
export function readListPlace(path: string = currentPath()): ListPlace | undefined {
  for (const line of readLines()) {
    const [, pageCount, height, ofPath] = /^(\d+) (\d+) \d+ (\S+)$/.exec(line) ?? [];
    if (ofPath !== path || Number(pageCount) < 2) continue;
    return { pageCount: Math.min(Number(pageCount), PAGES_MAX), height: Number(height) };
  }
  return undefined;
}

const readOtherLines = () => readLines().filter((line) => !line.endsWith(` ${currentPath()}`));

/** Stores for this tab how far the list of the current page is extended, and the scroll position. */
export function storeListPlace(pageCount: number): void {
  const { scrollHeight } = document.documentElement;
  const line = [pageCount, scrollHeight, Math.round(window.scrollY), currentPath()].join(' ');
  tabStorage.write(KEY, [line, ...readOtherLines()].slice(0, PLACES_MAX).join('\n'));
}

/**
 * Stores the place whenever the document is left. Called once, before a list is shown: a visit by a link or a typed URL
 * begins at the top, with the first page of a list. Until then the browser restores scroll positions by itself.
 */
export function keepListPlace(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const isNewVisit = navigation && 'type' in navigation && navigation.type === 'navigate';
  if (isNewVisit) tabStorage.write(KEY, readOtherLines().join('\n'));
  // Until the page is ready, a return may have changed the URL alone: the early script then loads the page of that URL.
  window.addEventListener('pagehide', () => {
    if (document.documentElement.dataset.ready) storeScroll();
  });
}

export function storeScroll(): void {
  storeListPlace(readListPlace()?.pageCount ?? 1);
}

/** Makes the page as high as it was, so that a scroll position is valid before the pages of the list are loaded. */
export function reserveHeight(px: number): void {
  document.documentElement.style.setProperty(HEIGHT_PROPERTY, `${px}px`);
}

export function releaseHeight(): void {
  document.documentElement.style.removeProperty(HEIGHT_PROPERTY);
}

/**
 * An inline script behind the page's content. It restores the scroll position after a reload or a return from another
 * site: Next restores scroll positions within one document alone, and turns the browser's own restoration off.
 */
export const LIST_PLACE_SCRIPT = /* @__PURE__ */ inlineScript(
  (key, heightProperty) => {
    try {
      const [navigation] = performance.getEntriesByType('navigation');
      if (!navigation || !('type' in navigation) || navigation.type === 'navigate') return;
      for (const line of (sessionStorage.getItem(key) ?? '').split('\n')) {
        const [pageCount, height, y, path] = line.split(' ');
        if (path !== location.pathname + location.search) continue;
        if (Number(pageCount) > 1) document.documentElement.style.setProperty(heightProperty, `${height}px`);
        scrollTo(0, Number(y));
      }
    } catch {
      // The browser keeps its storage from the page.
    }
  },
  KEY,
  HEIGHT_PROPERTY,
);
