import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is loaded apart. In place of next/dynamic, which costs every page 1 KB and tries once.
 *
 * @param attempt 0 while the component is not wanted; another number is another attempt, if none has worked yet.
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
