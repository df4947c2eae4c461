import { deleteCookie, setCookie } from 'hono/cookie';
import { getDomain } from 'tldts';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { SESSION_COOKIE, SESSION_LIMITS } from '@/lib/contract/plain/site';
import type { AppContext } from '@/server/context';

/**
 * Stores the token in the browser. The server sets the cookie, because some browsers keep cookies set by scripts for
 * only seven days. Scripts can read it, because they send the token in the header that authorizes a call.
 */
export function setSessionCookie(c: AppContext, token: string): void {
  setCookie(c, SESSION_COOKIE.name, token, {
    ...attributes(c),
    maxAge: (SESSION_LIMITS.days * DAY_MS) / SECOND_MS,
    expires: new Date(c.var.deps.now().getTime() + SESSION_LIMITS.days * DAY_MS),
  });
}

export function clearSessionCookie(c: AppContext): void {
  deleteCookie(c, SESSION_COOKIE.name, attributes(c));
}

function attributes(c: AppContext) {
  const { siteURL, cookieDomain: configured } = c.var.deps.env;
  return {
    path: SESSION_COOKIE.path,
    domain: configured ?? cookieDomain(siteURL),
    sameSite: 'Lax' as const,
    secure: siteURL.startsWith('https:'),
  };
}

/**
 * Returns the parent domain that cookies of the site are scoped to: the registrable part of its host.
 *
 * @returns undefined on localhost and IP addresses, where a cookie can only belong to the host itself.
 */
function cookieDomain(siteURL: string): string | undefined {
  return getDomain(siteURL, { allowPrivateDomains: true, validHosts: [] }) ?? undefined;
}
