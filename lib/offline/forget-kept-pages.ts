/** The beginning of the names of all caches of the service worker. */
export const KEPT = 'kept-';

/** Deletes every page that this browser has kept for reading offline. The pages show what the member has read. */
export async function forgetKeptPages(): Promise<void> {
  // Without HTTPS there are no caches.
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) if (name.startsWith(KEPT)) await caches.delete(name);
}
