// What this tab remembers across a sign-in, also one on the provider's own page.
import { tabStorage } from './browser/storage';
import { MINUTE_MS } from './contract/plain/durations';
import { DEFAULT_DESTINATION } from './contract/plain/site';

const KEYS = { redirect: 'intendedRedirect', deletion: 'intendedDeletion' } as const;
/** Enough time to sign in. A deletion that is carried out later would surprise the member. */
const DELETION_LIFE_MS = 10 * MINUTE_MS;

/** Stores the destination. */
export function rememberIntendedRedirect(path: string): void {
  tabStorage.write(KEYS.redirect, path);
}

/** Returns the stored destination and forgets it. */
export function takeIntendedRedirect(): string {
  const destination = readIntendedRedirect();
  tabStorage.write(KEYS.redirect, null);
  return destination;
}

/** The stored destination: always a path of our own origin. */
export function readIntendedRedirect(): string {
  const path = tabStorage.read(KEYS.redirect);
  if (!path) return DEFAULT_DESTINATION;
  const target = URL.canParse(path, window.location.origin)
    ? new URL(path, window.location.origin)
    : undefined;
  if (target?.origin !== window.location.origin) return DEFAULT_DESTINATION;
  // `/.//host` normalizes to `//host`, which is a URL of another host.
  if (target.pathname.startsWith('//')) return DEFAULT_DESTINATION;
  return target.pathname + target.search + target.hash;
}

/** Stores that the user wants to delete the account. */
export function rememberIntendedDeletion(userId: string): void {
  tabStorage.write(KEYS.deletion, `${Date.now() + DELETION_LIFE_MS} ${userId}`);
}

export function forgetIntendedDeletion(): void {
  tabStorage.write(KEYS.deletion, null);
}

/** Whether this user, and no other, wanted to delete the account before signing in. Forgets it. */
export function takeIntendedDeletion(userId: string): boolean {
  const [expiresAtMs, intendedBy] = tabStorage.read(KEYS.deletion)?.split(' ') ?? [];
  forgetIntendedDeletion();
  return intendedBy === userId && Date.now() < Number(expiresAtMs);
}
