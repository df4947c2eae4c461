import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { getDomain } from 'tldts';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { SESSION_COOKIE, SESSION_LIMITS } from '@/lib/contract/plain/site';
import type { AppContext } from '@/server/context';
import { PASSKEY_LIMITS } from '@/lib/contract/passkey';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { hashToken } from '@/server/base/token';
import { serverBaseOf } from './local-request';
import { readAccessToken } from './member-endpoint';

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

/** Clears the cookie of the session whose token was sent in the header. The cookie of another session stays. */
export function clearSessionCookie(c: AppContext): void {
  const kept = getCookie(c, SESSION_COOKIE.name);
  if (kept !== undefined && kept !== readAccessToken(c)) return;
  deleteCookie(c, SESSION_COOKIE.name, attributes(c));
}

/** For navigations, which have no header of a session. Only for what changes nothing. */
export const readSessionCookie = (c: AppContext): string | undefined => getCookie(c, SESSION_COOKIE.name);

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

export function signInCookieAttributes(c: AppContext) {
  const base = new URL(serverBaseOf(c));
  return {
    path: `${base.pathname.replace(/\/$/, '')}/user/login`,
    // The provider sends the browser back by a top-level navigation, which includes lax cookies.
    sameSite: 'Lax' as const,
    secure: base.protocol === 'https:',
  };
}

const EMAIL_CODE = 'email_sign_in';

/** Stores the secret of the browser that has asked for a code by email. */
export function setEmailCodeCookie(c: AppContext, browserSecret: string): void {
  setCookie(c, EMAIL_CODE, browserSecret, {
    ...signInCookieAttributes(c),
    httpOnly: true,
    maxAge: SIGN_IN_LIMITS.emailCodeMinutes * 60,
  });
}

/** Empty when there is none. */
export const readEmailCodeCookie = (c: AppContext): string => getCookie(c, EMAIL_CODE) ?? '';

export const clearEmailCodeCookie = (c: AppContext): void =>
  void deleteCookie(c, EMAIL_CODE, signInCookieAttributes(c));

const PASSKEY = 'passkey_sign_in';

/** Stores the secret of the browser that has asked for the challenge of a passkey. */
export function setPasskeyCookie(c: AppContext, browserSecret: string): void {
  setCookie(c, PASSKEY, browserSecret, {
    ...signInCookieAttributes(c),
    httpOnly: true,
    maxAge: PASSKEY_LIMITS.challengeMinutes * 60,
  });
}

/** Reads and clears it. Empty when there is none. */
export function takePasskeyCookie(c: AppContext): string {
  const secret = getCookie(c, PASSKEY) ?? '';
  deleteCookie(c, PASSKEY, signInCookieAttributes(c));
  return secret;
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
