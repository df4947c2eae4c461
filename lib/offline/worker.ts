import {
  deleteOtherVersions,
  fetchFile,
  keepLater,
  keepOwnFiles,
  keepPage,
  findPage,
  type KeptPage,
  listPages,
  keptURL,
  pageOfData,
} from './kept-pages';
import {
  emptyShell,
  escapeHTML,
  readProducts,
  type Saved,
  searchProducts,
  titleOf,
  withContent,
  withNotice,
} from './offline-html';
import { t } from '@/lib/texts/texts';

/*
 * The service worker of the site, served as /sw.js. It asks the network for everything, and answers from what it has kept
 * only when the network fails, so that nothing old is shown online. It keeps pages that are the same for everyone.
 */

addEventListener('install', (event) => {
  event.waitUntil(keepOwnFiles().then(skipWaiting));
});

addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    // Every navigation is answered here, calls too: the browser has sent the preload request already, and sends a
    // navigation that the worker leaves unanswered a second time. The second callback of a sign-in would fail.
    event.respondWith(answerNavigation(event));
    return;
  }
  const page = pageOfData(url);
  if (page !== undefined) event.waitUntil(keepLater(page));
  else if (
    /^\/((l\/[\w-]+\/)?_next\/static\/|api\/(marks|images|tiles)|offline\.|icons\.svg|favicon)/.test(pathname)
  ) {
    event.respondWith(fetchFile(event.request));
  }
});

async function takeOver(): Promise<void> {
  await deleteOtherVersions();
  // The browser asks for a page while the worker starts.
  if ('navigationPreload' in registration) await registration.navigationPreload.enable();
  await clients.claim();
  // Not awaited: a navigation waits until the worker is active, and would wait for these requests on a slow line.
  void keepOpenPages();
}

/** Keeps the pages that were loaded before there was a worker. */
async function keepOpenPages(): Promise<void> {
  for (const { url } of await clients.matchAll({ type: 'window' })) await keepLater(url);
}

async function answerNavigation(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request));
    const url = keptURL(request.url);
    if (url !== undefined) event.waitUntil(keepPage(url, response.clone()).catch(() => undefined));
    return response;
  } catch {
    return answerOffline(request.url);
  }
}

/** The globals of a service worker. TypeScript has them only in a library that contradicts the one for pages. */
declare global {
  interface ExtendableEvent extends Event {
    waitUntil(work: Promise<unknown>): void;
  }

  interface FetchEvent extends ExtendableEvent {
    readonly request: Request;
    /** What the browser has asked for while the worker started. Undefined for everything but navigations. */
    readonly preloadResponse: Promise<Response | undefined>;
    respondWith(response: Promise<Response>): void;
  }

  interface WindowEventMap {
    install: ExtendableEvent;
    activate: ExtendableEvent;
    fetch: FetchEvent;
  }

  const registration: ServiceWorkerRegistration;
  const clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { url: string }[]>;
  };
  const skipWaiting: () => Promise<void>;
}

/** Answers a navigation without a network: with the kept page, or with a list of the pages that are kept. */
async function answerOffline(href: string): Promise<Response> {
  const isOnline = navigator.onLine;
  const url = keptURL(href);
  const kept = url === undefined ? undefined : await findPage(url);
  if (kept) {
    return new Response(withNotice(kept.html, { isOnline, keptAt: kept.keptAt }), {
      headers: headersLike(kept),
    });
  }
  const pages = await listPages();
  const { pathname, searchParams } = new URL(href);
  const content = pathname === '/search' ? showResults(pages, searchParams.get('q') ?? '') : showSaved(pages);
  const [shell] = pages;
  return new Response(withNotice(withContent(shell?.html ?? emptyShell(), content), { isOnline }), {
    status: 503,
    headers: headersLike(shell),
  });
}

/** With the content security policy of the page that the answer is made from. */
function headersLike(page: KeptPage | undefined): Headers {
  const headers = new Headers(page?.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  return headers;
}

function showResults(pages: readonly KeptPage[], text: string) {
  const found = searchProducts(readProducts(pages), text);
  const query = text.trim();
  const [label, action] = [
    t('offline.searchSaved', 'Search saved pages'),
    t('search.search', 'Search' /* a button */),
  ].map(escapeHTML);
  const form = `<form class="offline-search" action="/search"><input type="search" name="q" value="${escapeHTML(query)}" aria-label="${label}"/><button>${action}</button></form>`;
  const lead = escapeHTML(
    found.length > 0
      ? t('offline.found', 'From the pages that this browser has saved:')
      : t('offline.foundNothing', 'No saved page has this.'),
  );
  const items = found.map(describe).join('');
  return {
    title: query
      ? t('offline.resultsFor', 'Saved results for “{query}”', { query })
      : t('offline.searchSaved', 'Search saved pages'),
    body: `${form}${query && `<p>${lead}</p>`}${items && `<ul>${items}</ul>`}`,
  };
}

function describe({ name, tagline, path }: Saved): string {
  const label = escapeHTML(name);
  const shown = path === undefined ? `<strong>${label}</strong>` : link(path, label);
  return `<li>${shown}: ${escapeHTML(tagline)}</li>`;
}

function showSaved(pages: readonly KeptPage[]) {
  const items = pages.map(({ url, html }) => {
    const { pathname, search } = new URL(url);
    return `<li>${link(pathname + search, escapeHTML(titleOf(html)))}</li>`;
  });
  const saved =
    items.length > 0
      ? `<p>${escapeHTML(t('offline.readThese', 'You can read these:'))}</p><ul>${items.join('')}</ul>`
      : '';
  return {
    title: t('offline.notSaved', 'This page isn’t saved'),
    body: `<p>${escapeHTML(t('offline.needsConnection', 'It needs a connection.'))}</p>${saved}`,
  };
}

const link = (path: string, label: string) => `<a href="${escapeHTML(path)}">${label}</a>`;
