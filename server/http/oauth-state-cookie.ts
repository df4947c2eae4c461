import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import type { AppContext } from '@/server/context';
import { hashToken } from '@/server/token';
import { serverBaseOf } from './local-request';

/** Leaves the secret of a redirect sign-in in the browser: whoever comes back without it did not begin it. */
export function setOAuthStateCookie(c: AppContext, state: string, browserSecret: string): void {
  setCookie(c, cookieName(state), browserSecret, {
    ...attributes(c),
    httpOnly: true,
    maxAge: SIGN_IN_LIMITS.redirectMinutes * 60,
  });
}

/** The secret, which is then gone from the browser. */
export function takeOAuthStateCookie(c: AppContext, state: string): string {
  const name = cookieName(state);
  const secret = getCookie(c, name);
  deleteCookie(c, name, attributes(c));
  return secret ?? '';
}

/** A name for each attempt, so that two tabs do not take each other's. */
const cookieName = (state: string) => `sign_in_${hashToken(state).toString('hex').slice(0, 16)}`;

function attributes(c: AppContext) {
  const base = new URL(serverBaseOf(c));
  return {
    path: `${base.pathname.replace(/\/$/, '')}/user/login`,
    // The provider sends the browser back by a link, which brings lax cookies along.
    sameSite: 'Lax' as const,
    secure: base.protocol === 'https:',
  };
}
