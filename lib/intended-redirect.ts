import { DEFAULT_DESTINATION } from './contract/site';

const key = 'intendedRedirect';

/** Keeps the destination for this tab, also across a sign-in that leaves the site and comes back. */
export function rememberIntendedRedirect(path: string): void {
  window.sessionStorage.setItem(key, path);
}

/** The remembered destination, once. */
export function takeIntendedRedirect(): string {
  const destination = readIntendedRedirect();
  window.sessionStorage.removeItem(key);
  return destination;
}

/** The remembered destination; only ever a path of our own origin. */
export function readIntendedRedirect(): string {
  const path = window.sessionStorage.getItem(key);
  if (!path) return DEFAULT_DESTINATION;
  const target = URL.canParse(path, window.location.origin)
    ? new URL(path, window.location.origin)
    : undefined;
  if (target?.origin !== window.location.origin) return DEFAULT_DESTINATION;
  // What is left of `/.//host` names another host in its turn.
  if (target.pathname.startsWith('//')) return DEFAULT_DESTINATION;
  return target.pathname + target.search + target.hash;
}
