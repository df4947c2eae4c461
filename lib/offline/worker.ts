import './worker-scope';
import { answerOffline } from './answer-offline';
import { deleteOtherVersions, fetchFile, keepLater, keepOwnFiles, keepPage } from './kept-pages';
import { keptURL, pageOfData } from './page-urls';

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
  else if (/^\/(_next\/static\/|api\/(marks|images|tiles)|offline\.|icons\.svg|favicon)/.test(pathname)) {
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
