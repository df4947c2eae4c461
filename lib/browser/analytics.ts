import type { Analytics } from '@/lib/contract/plain/analytics';
import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { isPrivatePage } from '@/lib/contract/plain/page-paths';
import type { ClientRouter } from './client-router';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const tagManagerOrigin = 'https://www.googletagmanager.com';

/**
 * Loads what counts visits, whichever is configured. Call it once. Loads nothing in a document that
 * is a private page, and keeps the document from becoming one later: what runs once cannot be stopped.
 *
 * @param paths the pages that the document was and is about to be.
 */
export function loadAnalytics(
  { gaId, gtmId, tag }: Analytics,
  router: ClientRouter | null,
  paths: readonly string[] = [window.location.pathname],
): void {
  if (paths.some(isPrivatePage)) return;
  if (router) loadPrivatePagesAnew(router);
  hidePrivateReferrer();
  if (tag) void import('./analytics-tag').then(({ loadTag }) => loadTag(tag, router));
  if (!gtmId && !gaId) return;
  const dataLayer = (window.dataLayer ??= []);

  if (gtmId) {
    dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(`${tagManagerOrigin}/gtm.js?id=${encodeURIComponent(gtmId)}`);
  }
  if (gaId) {
    // gtag.js recognizes a command by its type: an arguments object, not an array.
    const gtag: (...command: unknown[]) => void = function () {
      // oxlint-disable-next-line prefer-rest-params
      dataLayer.push(arguments);
    };
    gtag('js', new Date());
    gtag('config', gaId);
    loadScript(`${tagManagerOrigin}/gtag/js?id=${encodeURIComponent(gaId)}`);
  }
}

/** A page that was opened from a private one, for example in a new tab, has its address as the referrer, and services send that. */
function hidePrivateReferrer(): void {
  const { referrer } = document;
  if (!canParseURL(referrer)) return;
  const { origin, pathname } = new URL(referrer);
  if (origin === window.location.origin && isPrivatePage(pathname))
    Object.defineProperty(document, 'referrer', { value: '', configurable: true });
}

function loadPrivatePagesAnew(router: ClientRouter): void {
  for (const method of ['push', 'replace'] as const) {
    const navigate = router[method].bind(router);
    router[method] = (url, as, options) => {
      const shown = as ?? url;
      const target = typeof shown === 'string' ? shown : (shown.href ?? shown.pathname ?? '');
      const { origin, pathname, href } = new URL(target, window.location.href);
      if (origin !== window.location.origin || !isPrivatePage(pathname)) return navigate(url, as, options);
      window.location[method === 'push' ? 'assign' : 'replace'](href);
      // The document goes.
      return new Promise<boolean>(() => undefined);
    };
  }
  // If a public page was reloaded, Back to a private page keeps the document of the public page, which has the scripts.
  const loadAnew = (event: PopStateEvent) => {
    if (!isPrivatePage(window.location.pathname)) return;
    event.stopImmediatePropagation();
    window.location.reload();
  };
  // Before the router, whatever it has added first.
  window.addEventListener('popstate', loadAnew, { capture: true });
}

function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
