import { DEFAULT_DESTINATION } from './contract/plain/site';
import { tabStorage } from './browser/tab-storage';

const key = 'intendedRedirect';

/** Keeps the destination for this tab, also across a sign-in that leaves the site and comes back. */
export function rememberIntendedRedirect(path: string): void {
  tabStorage.write(key, path);
}

/** The remembered destination, once. */
export function takeIntendedRedirect(): string {
  const destination = readIntendedRedirect();
  tabStorage.write(key, null);
  return destination;
}

/** The remembered destination; only ever a path of our own origin. */
export function readIntendedRedirect(): string {
  const path = tabStorage.read(key);
  if (!path) return DEFAULT_DESTINATION;
  const target = URL.canParse(path, window.location.origin)
    ? new URL(path, window.location.origin)
    : undefined;
  if (target?.origin !== window.location.origin) return DEFAULT_DESTINATION;
  // What is left of `/.//host` names another host in its turn.
  if (target.pathname.startsWith('//')) return DEFAULT_DESTINATION;
  return target.pathname + target.search + target.hash;
}
