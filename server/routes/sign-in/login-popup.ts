import { Hono } from 'hono';
import {
  ENDED_INVITATIONS,
  SIGN_IN_FAILURES,
  type SignInFailure,
} from '@/lib/contract/plain/sign-in-failure';
import { DEFAULT_DESTINATION } from '@/lib/contract/plain/site';
import { popupQuery, POPUPS, type SignInWay } from '@/lib/contract/sign-in';
import { startRedirect } from '@/server/commands/account/sign-in-attempts';
import { say } from '@/lib/texts/texts';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import type { Opener } from '@/server/queries/account/sign-in';
import { limited } from '@/server/http/every-call';
import { serverBaseOf } from '@/server/http/local-request';
import { setOAuthStateCookie } from '@/server/http/cookies';
import { popupPolicy } from '@/server/http/security-headers';
import { popupEndPage, popupScript, popupStyles } from './popup';
import { text } from '@/lib/texts/texts';

/** The popup of the product server, where Google and Github are configured without Firebase. */
export const loginPopupRoutes = new Hono<AppEnv>()
  .get(`${POPUPS.oauth}/popup.css`, (c) => c.body(popupStyles, 200, { 'content-type': 'text/css' }))
  .get(`${POPUPS.oauth}/popup.js`, (c) => c.body(popupScript, 200, { 'content-type': 'text/javascript' }))
  .get(POPUPS.oauth, async (c) => {
    const { provider, opener } = readQuery(c);
    setPopupHeaders(c);
    try {
      const start = await limited(c, ['signInByAddress'], {}, () =>
        startRedirect(c.var.deps, {
          provider,
          destination: DEFAULT_DESTINATION,
          serverBase: serverBaseOf(c),
          opener,
        }),
      );
      setOAuthStateCookie(c, start.state, start.browserSecret);
      return c.redirect(start.redirectUrl, 303);
    } catch (error) {
      if (error instanceof ApiError) return sendPopupFailure(c, opener, failureOf(error, provider));
      throw error;
    }
  });

/** @throws ApiError `bad_request` unless a page of this site opened the popup. */
function readQuery(c: AppContext) {
  const { env } = c.var.deps;
  const parsed = popupQuery.safeParse(c.req.query());
  const origin = parsed.data?.origin;
  if (env.identity.kind !== 'oauth' || !parsed.success || !origin || !env.siteOrigins.includes(origin)) {
    throw new ApiError(
      'bad_request',
      text('signIn.notStartedHere', 'This sign-in was not started from this site.'),
    );
  }
  const { provider, state, code_challenge: codeChallenge } = parsed.data;
  return { provider, opener: { origin, state, codeChallenge } };
}

export function sendPopupCode(c: AppContext, { origin, state }: Opener, code: string) {
  setPopupHeaders(c);
  return c.html(popupEndPage(serverBaseOf(c) + POPUPS.oauth, { origin, state, code }));
}

export function sendPopupFailure(c: AppContext, { origin, state }: Opener, reason: SignInFailure) {
  setPopupHeaders(c);
  const failure = say(SIGN_IN_FAILURES[reason]);
  return c.html(popupEndPage(serverBaseOf(c) + POPUPS.oauth, { origin, state, failure }));
}

const INVITATION_FAILURES = [
  'invitation-needed',
  ...ENDED_INVITATIONS.map((reason) => `invitation-${reason}` as const),
] as const;

/** Why a sign-in failed, as the pages of the site name it. */
export function failureOf({ code, details }: ApiError, way: SignInWay | 'passkey'): SignInFailure {
  if (code === 'conflict') {
    const other = details.fields?.linkTo;
    if (![way, other].every((each) => each === 'google.com' || each === 'github.com'))
      return 'link-elsewhere';
    return other === 'google.com' ? 'link-to-google' : 'link-to-github';
  }
  if (code === 'forbidden') {
    const invitation = details.fields?.invitation;
    const reason = INVITATION_FAILURES.find((each) => each === `invitation-${invitation}`);
    return reason ?? 'sign-up-closed';
  }
  if (details.fields?.brake !== undefined) return 'paused';
  if (code === 'rate_limited' || code === 'unavailable') return code;
  return code === 'gone' ? 'expired' : 'refused';
}

function setPopupHeaders(c: AppContext): void {
  c.header('cache-control', 'private, no-store');
  c.header('referrer-policy', 'no-referrer');
  c.header('content-security-policy', popupPolicy(["'none'"]));
  // The popup keeps its opener, which may have another origin, through every step.
  c.header('cross-origin-opener-policy', 'unsafe-none');
}
