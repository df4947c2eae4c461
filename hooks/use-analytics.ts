import Router from 'next/router';
import { useEffect } from 'react';
import { isPrivatePage } from '@/lib/contract/plain/private-pages';
import { env } from '@/lib/env';

let hasLoaded = false;

/**
 * Loads analytics and the tag manager if the site has them configured. Otherwise, and in a document that began as a private
 * page, loads no code at all: such a document's policy refuses the scripts on every page that it becomes.
 */
export function useAnalytics(): void {
  useEffect(() => {
    if (hasLoaded || (!env.gaId && !env.gtmId)) return;
    hasLoaded = true;
    if (isPrivatePage(window.location.pathname)) return;
    // A visitor may leave for a private page before the code arrives. The address changes only at the end of that.
    let becomesPrivate = false;
    const note = (path: string) => void (becomesPrivate ||= isPrivatePage(path));
    Router.events.on('routeChangeStart', note);
    void import('@/lib/browser/analytics').then(({ loadAnalytics }) => {
      Router.events.off('routeChangeStart', note);
      if (!becomesPrivate) loadAnalytics(env, Router.router);
    });
  }, []);
}
