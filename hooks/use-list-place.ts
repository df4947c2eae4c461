import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import {
  currentPath,
  readListPlace,
  releaseHeight,
  reserveHeight,
  storeListPlace,
  storeScroll,
} from '@/lib/browser/list-place';

type ListProgress = {
  /** Identifies the list; null while the list cannot be loaded yet. */
  list: string | null;
  pageCount: number;
  /** There is nothing more to load, or loading has failed. */
  isComplete: boolean;
  showPages: (pageCount: number) => Promise<void>;
};

let listCount = 0;

/** Loads the pages again that a list had when its page was left, and stores how far the list is extended. */
export function useListPlace({ list, pageCount, isComplete, showPages }: ListProgress): void {
  const restoredCount = useRef(0);

  const restore = useEffectEvent(() => {
    const place = readListPlace();
    restoredCount.current = place?.pageCount ?? 0;
    if (!place || place.pageCount <= pageCount) return;
    reserveHeight(place.height);
    void showPages(place.pageCount);
  });

  useLayoutEffect(() => {
    listCount += 1;
    return () => {
      listCount -= 1;
    };
  }, []);

  useLayoutEffect(() => {
    if (list === null) return;
    restore();
    return releaseHeight;
  }, [list]);

  useEffect(() => {
    if (pageCount < restoredCount.current && !isComplete) return;
    restoredCount.current = 0;
    releaseHeight();
    if (pageCount > 1) storeListPlace(pageCount);
  }, [pageCount, isComplete]);
}

/**
 * Gives up the height that is reserved for a list when the page turns out to have none: the session has ended, or the
 * page could not be loaded.
 *
 * @param isSettled no list is on its way.
 */
export function useHeightWithoutList(isSettled: boolean): void {
  useEffect(() => {
    if (isSettled && listCount === 0) releaseHeight();
  });
}

/**
 * Stores the scroll position of a page that is left, and reserves the height of an extended list before its page is
 * shown: Next scrolls before the list can do that.
 */
export function useKeptScroll(): void {
  const { events } = useRouter();

  useEffect(() => {
    function keep(path: string) {
      // On Back and Forward, the URL has changed already.
      if (path !== currentPath()) storeScroll();
      const place = readListPlace(path);
      if (place) reserveHeight(place.height);
    }
    events.on('beforeHistoryChange', keep);
    return () => events.off('beforeHistoryChange', keep);
  }, [events]);
}
