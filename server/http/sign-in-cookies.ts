import { getCookie, setCookie, deleteCookie } from 'hono/cookie';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import type { AppContext } from '@/server/context';
import { hashToken } from '@/server/base/token';
import { serverBaseOf } from './local-request';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';

/** Stores the secret of a redirect sign-in in the browser, which shows that the same browser started it. */
export function setOAuthStateCookie(c: AppContext, state: string, browserSecret: string): void {
  setCookie(c, cookieName(state), browserSecret, {
    ...signInCookieAttributes(c),
    httpOnly: true,
    maxAge: SIGN_IN_LIMITS.redirectMinutes * 60,
  });
}

/** Reads the secret, which the browser keeps as long as it may repeat the callback. Empty when there is none. */
export function readOAuthStateCookie(c: AppContext, state: string): string {
  const name = cookieName(state);
  const secret = getCookie(c, name);
  if (secret === undefined) return '';
  setCookie(c, name, secret, {
    ...signInCookieAttributes(c),
    httpOnly: true,
    maxAge: SIGN_IN_LIMITS.repeatSeconds,
  });
  return secret;
}

/** One name per attempt, so that two tabs do not overwrite each other's secret. */
const cookieName = (state: string) => `sign_in_${hashToken(state).toString('hex').slice(0, 16)}`;

/** Attributes of cookies that only the calls of the sign-in receive. */
export function signInCookieAttributes(c: AppContext) {
  const base = new URL(serverBaseOf(c));
  return {
    path: `${base.pathname.replace(/\/$/, '')}/user/login`,
    // The provider sends the browser back by a top-level navigation, which includes lax cookies.
    sameSite: 'Lax' as const,
    secure: base.protocol === 'https:',
  };
}

const NAME = 'invitation';

/** Keeps the token of an invitation in the browser until the person has signed in, at most a day. Scripts can't read it. */
export function setInvitationCookie(c: AppContext, token: string): void {
  setCookie(c, NAME, token, { ...signInCookieAttributes(c), httpOnly: true, maxAge: DAY_MS / SECOND_MS });
}

export const readInvitationCookie = (c: AppContext): string | undefined => getCookie(c, NAME);

export function clearInvitationCookie(c: AppContext): void {
  if (readInvitationCookie(c) !== undefined) deleteCookie(c, NAME, signInCookieAttributes(c));
}
