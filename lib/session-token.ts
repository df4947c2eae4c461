import Cookies from 'js-cookie';
import { SESSION_COOKIE, SESSION_LIMITS } from '@/lib/contract/plain/site';
import { env } from './env';

const { name, path } = SESSION_COOKIE;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;
let hasEnded = false;

/** The session token of this browser. Undefined on the server and for visitors. */
export const readSessionToken = (): string | undefined =>
  typeof document === 'undefined' ? undefined : Cookies.get(name) || undefined;

/** Calls the listener after every sign-in and sign-out, in this tab and in others. Returns what unsubscribes it. */
export function subscribeToSessionToken(listener: () => void): () => void {
  listeners.add(listener);
  openChannel();
  // The session may have ended while the page was suspended or in the back/forward cache.
  window.addEventListener('pageshow', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('pageshow', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/**
 * Stores the token in the cookie for this many days. 0 or less clears the cookie, which signs the browser out.
 *
 * A cookie with the same token stays untouched: the server has set it, and some browsers limit cookies that a script
 * sets to seven days.
 */
export function storeSessionToken(token: string, days: number = SESSION_LIMITS.days): void {
  if (days <= 0) {
    for (const domain of [undefined, ...parentDomains()]) Cookies.remove(name, { path, domain });
  } else if (Cookies.get(name) !== token) {
    for (const domain of [...parentDomains(), undefined]) {
      Cookies.set(name, token, {
        path,
        domain,
        expires: days,
        sameSite: 'Lax',
        secure: location.protocol === 'https:',
      });
      if (Cookies.get(name) === token) break;
    }
  }
  announce('changed');
}

export function clearSessionToken(): void {
  storeSessionToken('', 0);
}

/** Signs the browser out because the server has ended the session, in this tab and in others. */
export function endSession(): void {
  clearSessionToken();
  announce('ended');
}

/** Whether the session has ended on the server while the browser believed in it, and there was no sign-in and no sign-out since. */
export const hasSessionEnded = () => hasEnded;

/**
 * The domains that the cookie may be scoped to, widest first: the configured domain, else each parent of the host.
 * Browsers reject a cookie for a public suffix, so the widest domain that they accept is the site's own.
 */
function parentDomains(): string[] {
  if (env.cookieDomain) return [env.cookieDomain];
  const labels = location.hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$|:/.test(location.hostname)) return [];
  return labels.slice(0, -1).map((_, index) => labels.slice(labels.length - 2 - index).join('.'));
}

function announce(change: 'changed' | 'ended'): void {
  openChannel()?.postMessage(change);
  take(change);
}

function take(change: unknown): void {
  hasEnded = change === 'ended';
  for (const listener of listeners) listener();
}

/** Undefined in browsers without channels. There, another tab notices the change when it is next shown. */
function openChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => take(data));
  return channel;
}
