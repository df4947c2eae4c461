import { KEPT } from '@/lib/offline/forget-kept-pages';
import { storeResponse } from '@/host/pages/stored-response';

/** Replaces the service worker of every browser that has one: deletes what it has kept, and then itself. */
export const REMOVING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('${KEPT}')) await caches.delete(name);
    await registration.unregister();
  })());
});
`;

export const storeRemovingWorker = (common: ReadonlyMap<string, string>) =>
  storeResponse({
    status: 200,
    headers: new Map([
      ...common,
      ['cache-control', 'no-cache'],
      ['content-type', 'application/javascript; charset=UTF-8'],
    ]),
    body: Buffer.from(REMOVING_WORKER),
  });
