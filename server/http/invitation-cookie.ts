import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { AppContext } from '@/server/context';
import { signInCookieAttributes } from './oauth-state-cookie';

const NAME = 'invitation';

/** Keeps the token of an invitation in the browser until the person has signed in, at most a day. Scripts can't read it. */
export function setInvitationCookie(c: AppContext, token: string): void {
  setCookie(c, NAME, token, { ...signInCookieAttributes(c), httpOnly: true, maxAge: DAY_MS / SECOND_MS });
}

export const readInvitationCookie = (c: AppContext): string | undefined => getCookie(c, NAME);

export function clearInvitationCookie(c: AppContext): void {
  if (readInvitationCookie(c) !== undefined) deleteCookie(c, NAME, signInCookieAttributes(c));
}
