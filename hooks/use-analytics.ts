import { useEffect } from 'react';
import { env } from '@/lib/env';

let isLoaded = false;

/** Loads analytics and tag manager, if the site is configured to use them; else not a byte of it. */
export function useAnalytics(): void {
  useEffect(() => {
    if (isLoaded || (!env.gaId && !env.gtmId)) return;
    isLoaded = true;
    void import('@/lib/browser/analytics').then(({ loadAnalytics }) => loadAnalytics(env));
  }, []);
}
