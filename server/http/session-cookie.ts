import { deleteCookie, setCookie } from 'hono/cookie';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { SESSION_COOKIE, SESSION_LIMITS } from '@/lib/contract/plain/session-cookie';
import type { AppContext } from '@/server/context';
import { cookieDomain } from '@/server/sessions/cookie-domain';

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
