import { type ComponentType, useCallback, useEffect, useState } from 'react';

/**
 * Loads a component from a bundle of its own. Replaces next/dynamic, which adds 1 KB to every page and does not retry.
 *
 * @param attempt 0 as long as the component is not needed. A new number starts a new attempt.
 */
export function useLazyComponent<Props>(load: () => Promise<ComponentType<Props>>, attempt: number) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [failedAttempt, setFailedAttempt] = useState(0);

  useEffect(() => {
    if (attempt === 0) return;
    load().then(
      (loaded) => setComponent(() => loaded),
      () => setFailedAttempt(attempt),
    );
  }, [load, attempt]);

  return { Component, hasFailed: attempt > 0 && attempt === failedAttempt };
}

/** The pauses before a part of a page is loaded again. After that, when the browser is online again, and on request. */
const RETRY_PAUSES_MS = [1_000, 5_000] as const;

/**
 * A part of a page with a bundle of its own. A bundle that cannot be loaded is loaded again by itself. Until then the page
 * must say that the part is missing, with `retry` on a button.
 *
 * Not for what a press opens: that must not open by itself long after the press.
 */
export function useLazyPart<Props>(load: () => Promise<ComponentType<Props>>, isNeeded: boolean) {
  const [attempt, setAttempt] = useState(1);
  const { Component, hasFailed } = useLazyComponent(load, isNeeded ? attempt : 0);
  const [hasEverFailed, setHasEverFailed] = useState(false);
  if (hasFailed && !hasEverFailed) setHasEverFailed(true);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);

  useEffect(() => {
    if (!hasFailed) return;
    const pauseMs = RETRY_PAUSES_MS[attempt - 1];
    const timer = pauseMs === undefined ? undefined : setTimeout(retry, pauseMs);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [hasFailed, attempt, retry]);

  return {
    Component,
    /** Also while it is loaded again. */
    isMissing: isNeeded && hasEverFailed && !Component,
    retry,
  };
}
