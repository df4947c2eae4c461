import { MINUTE_MS } from './contract/plain/durations';
import { tabStorage } from './browser/tab-storage';

const KEY = 'intendedDeletion';
/** Enough time to sign in. A deletion that is carried out later would surprise the member. */
const LIFE_MS = 10 * MINUTE_MS;

/** Stores for this tab that the user wants to delete the account, also across a sign-in on the provider's own page. */
export function rememberIntendedDeletion(userId: string): void {
  tabStorage.write(KEY, `${Date.now() + LIFE_MS} ${userId}`);
}

export function forgetIntendedDeletion(): void {
  tabStorage.write(KEY, null);
}

/** Whether this user, and no other, wanted to delete the account before signing in. Forgets it. */
export function takeIntendedDeletion(userId: string): boolean {
  const [expiresAtMs, intendedBy] = tabStorage.read(KEY)?.split(' ') ?? [];
  forgetIntendedDeletion();
  return intendedBy === userId && Date.now() < Number(expiresAtMs);
}
