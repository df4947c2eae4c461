import Cookies from 'js-cookie';
import { SESSION_COOKIE, SESSION_LIMITS } from './contract/plain/session-cookie';
import { env } from './env';

const { name, path } = SESSION_COOKIE;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** The session token of this browser; undefined on the server and for a visitor. */
export const readSessionToken = (): string | undefined =>
  typeof document === 'undefined' ? undefined : Cookies.get(name) || undefined;

/** Hears of sign-ins and sign-outs, those of other tabs included. */
export function subscribeToSessionToken(listener: () => void): () => void {
  listeners.add(listener);
  openChannel();
  // A session that ended while the page slept or lay in the browser's back/forward cache.
  window.addEventListener('pageshow', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('pageshow', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/**
 * Keeps the token in the cookie for this many days; 0 or less clears it, which signs the member out here.
 *
 * A cookie that holds the token already is left alone: the server has set it, and some browsers keep what a script
 * sets for seven days only.
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
  announce();
}

export function clearSessionToken(): void {
  storeSessionToken('', 0);
}

/**
 * The domains that the cookie may be scoped to, widest first: the configured one, else each parent of the host.
 * Browsers refuse a cookie for a public suffix, so the widest that they take is the site's own domain.
 */
function parentDomains(): string[] {
  if (env.cookieDomain) return [env.cookieDomain];
  const labels = location.hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$|:/.test(location.hostname)) return [];
  return labels.slice(0, -1).map((_, index) => labels.slice(labels.length - 2 - index).join('.'));
}

function announce(): void {
  openChannel()?.postMessage('changed');
  for (const listener of listeners) listener();
}

/** Undefined in browsers without channels, where another tab notices when it is next looked at. */
function openChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(name);
  channel.addEventListener('message', () => {
    for (const listener of listeners) listener();
  });
  return channel;
}
