import Router from 'next/router';
import { useEffect } from 'react';
import { env } from '@/lib/env';

let hasLoaded = false;

/**
 * Loads analytics and the tag manager if the site has them configured, once a document. In a document that began as a
 * private page they stay away: its policy refuses the scripts on every page that it becomes.
 */
export function useAnalytics(): void {
  useEffect(() => {
    if (hasLoaded || (!env.gaId && !env.gtmId)) return;
    hasLoaded = true;
    // A visitor may leave for a private page before the code arrives. The address changes only at the end of that.
    const paths = [window.location.pathname];
    const note = (path: string) => void paths.push(path);
    Router.events.on('routeChangeStart', note);
    void import('@/lib/browser/analytics').then(({ loadAnalytics }) => {
      Router.events.off('routeChangeStart', note);
      loadAnalytics(env, Router.router, paths);
    });
  }, []);
}
