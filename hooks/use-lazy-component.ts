import { type ComponentType, useEffect, useState } from 'react';

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
