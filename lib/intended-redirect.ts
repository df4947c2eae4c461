import { DEFAULT_DESTINATION } from './contract/plain/site';
import { tabStorage } from './browser/tab-storage';

const key = 'intendedRedirect';

/** Stores the destination for this tab. It survives a sign-in that leaves the site and returns. */
export function rememberIntendedRedirect(path: string): void {
  tabStorage.write(key, path);
}

/** Returns the stored destination and forgets it. */
export function takeIntendedRedirect(): string {
  const destination = readIntendedRedirect();
  tabStorage.write(key, null);
  return destination;
}

/** The stored destination: always a path of our own origin. */
export function readIntendedRedirect(): string {
  const path = tabStorage.read(key);
  if (!path) return DEFAULT_DESTINATION;
  const target = URL.canParse(path, window.location.origin)
    ? new URL(path, window.location.origin)
    : undefined;
  if (target?.origin !== window.location.origin) return DEFAULT_DESTINATION;
  // `/.//host` normalizes to `//host`, which is a URL of another host.
  if (target.pathname.startsWith('//')) return DEFAULT_DESTINATION;
  return target.pathname + target.search + target.hash;
}
