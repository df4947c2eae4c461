import { KEPT } from '@/lib/offline/forget-kept-pages';

/** Replaces the service worker of every browser that has one: deletes what it has kept, and then itself. */
export const REMOVING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('${KEPT}')) await caches.delete(name);
    await registration.unregister();
  })());
});
`;
