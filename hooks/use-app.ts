import Router, { useRouter } from 'next/router';
import { useEffect, useMemo, useState } from 'react';
import type { NProgress } from 'nprogress';
import { isForBrowser, keyOf, isShortcut } from '@/lib/browser/keys';
import { PROGRESS_TEMPLATE } from '@/lib/browser/inline-scripts';
import { env } from '@/lib/env';
import { takeEarlyKey } from '@/lib/browser/early-script';
import { SIGN_IN_FAILURE_PARAM } from '@/lib/contract/plain/site';
import { showToast } from '@/lib/browser/toasts';
import { say, type Text } from '@/lib/texts/texts';
import { forgetIntendedDeletion } from '@/lib/browser/intended-action';

/** Calls and files, such as `/api/docs` and `/feed.xml`, are no pages. */
const NO_PAGE = /^\/(?:api|1)\/|\.\w+$/;

/**
 * Makes the plain links of the whole site navigate without a page load, and prefetches the page under the pointer.
 * Replaces next/link, which adds 1.7 KB to every page and a third to the rendering time of a list. A link with
 * `data-scroll="keep"` leaves the scroll position as it is.
 */
export function useClientLinks(): void {
  const router = useRouter();

  useEffect(() => {
    function navigate(event: MouseEvent) {
      const link = linkToPage(event.target);
      if (!link || event.button !== 0 || isForBrowser(event) || event.defaultPrevented) return;
      event.preventDefault();
      const url = link.pathname + link.search + link.hash;
      void router.push(url, undefined, { scroll: link.dataset.scroll !== 'keep' });
    }
    function prefetch({ target }: Event) {
      const link = linkToPage(target);
      if (link) void router.prefetch(link.pathname + link.search);
    }
    document.addEventListener('click', navigate);
    document.addEventListener('pointerover', prefetch);
    return () => {
      document.removeEventListener('click', navigate);
      document.removeEventListener('pointerover', prefetch);
    };
  }, [router]);
}

/** The link that was clicked or pointed at, if it leads to another page of this site. */
function linkToPage(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return undefined;
  if (link.origin !== window.location.origin || NO_PAGE.test(link.pathname)) return undefined;
  const isOnThisPage = link.pathname + link.search === window.location.pathname + window.location.search;
  return isOnThisPage && link.hash ? undefined : link;
}

/** How long the bar stays after the new page has loaded, so that a fast change is visible. */
const stopDelayMs = 500;

let loading: Promise<NProgress | undefined> | undefined;

/** Loads the bar's code, again if it did not arrive. Without its code there is no bar. */
function loadBar(): Promise<NProgress | undefined> {
  loading ??= import('nprogress')
    .then(({ default: bar }) =>
      bar.configure({ showSpinner: false, template: PROGRESS_TEMPLATE, barSelector: '.bar' }),
    )
    .catch(() => (loading = undefined));
  return loading;
}

const change = (method: 'start' | 'done') => loadBar().then((bar) => bar?.[method]());

/** Shows the progress bar while the router changes pages. Its code is loaded with the first move or key of the visitor. */
export function useRouteProgress(): void {
  const { events } = useRouter();

  useEffect(() => {
    let stopTimer: ReturnType<typeof setTimeout> | undefined;

    function start(_url: string, { shallow }: { shallow: boolean }) {
      if (shallow) return;
      clearTimeout(stopTimer);
      void change('start');
    }
    function stop() {
      clearTimeout(stopTimer);
      stopTimer = setTimeout(() => void change('done'), stopDelayMs);
    }

    const prepare = () => void loadBar();
    const onlyOnce = { once: true } as const;

    document.addEventListener('pointerover', prepare, onlyOnce);
    document.addEventListener('keydown', prepare, onlyOnce);
    events.on('routeChangeStart', start);
    events.on('routeChangeComplete', stop);
    events.on('routeChangeError', stop);
    return () => {
      clearTimeout(stopTimer);
      document.removeEventListener('pointerover', prepare);
      document.removeEventListener('keydown', prepare);
      events.off('routeChangeStart', start);
      events.off('routeChangeComplete', stop);
      events.off('routeChangeError', stop);
    };
  }, [events]);
}

let hasLoaded = false;

/**
 * Loads what counts visits if the site has it configured, once a document. In a document that began as a
 * private page they stay away: its policy refuses the scripts on every page that it becomes.
 */
export function useAnalytics(): void {
  useEffect(() => {
    const { analytics } = env;
    if (hasLoaded || !analytics) return;
    hasLoaded = true;
    // A visitor may leave for a private page before the code arrives. The URL changes only at the end of that.
    const paths = [window.location.pathname];
    const note = (path: string) => void paths.push(path);
    Router.events.on('routeChangeStart', note);
    void import('@/lib/browser/analytics').then(({ loadAnalytics }) => {
      Router.events.off('routeChangeStart', note);
      loadAnalytics(analytics, Router.router, paths);
    });
  }, []);
}

export function useShortcutsDialog() {
  const [state, setState] = useState({ isOpen: false, wasOpened: false });

  useEffect(() => {
    const open = () => setState({ isOpen: true, wasOpened: true });
    const openByKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== '?' || !isShortcut(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', openByKey);
    if (takeEarlyKey() === '?') open();
    return () => window.removeEventListener('keydown', openByKey);
  }, []);

  return useMemo(() => ({ ...state, close: () => setState({ isOpen: false, wasOpened: true }) }), [state]);
}

/** Shows once why a redirect sign-in failed, and removes the reason from the URL. */
export function useSignInFailure(): void {
  const { isReady, replace } = useRouter();

  useEffect(() => {
    const url = new URL(window.location.href);
    const reason = url.searchParams.get(SIGN_IN_FAILURE_PARAM);
    if (!isReady || reason === null) return;
    url.searchParams.delete(SIGN_IN_FAILURE_PARAM);
    forgetIntendedDeletion();
    void replace(url.pathname + url.search + url.hash, undefined, { shallow: true });
    void showFailure(reason);
  }, [isReady, replace]);
}

async function showFailure(reason: string): Promise<void> {
  const { SIGN_IN_FAILURES } = await import('@/lib/contract/plain/sign-in-failure');
  const sentence = new Map<string, Text>(Object.entries(SIGN_IN_FAILURES)).get(reason);
  if (sentence) await showToast('error', say(sentence));
}
