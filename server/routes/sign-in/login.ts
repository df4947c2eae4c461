import { Hono } from 'hono';
import {
  findPopupConfigCall,
  type PopupConfig,
  sendEmailCodeCall,
  signInByEmailCall,
  signInCall,
  providerId,
  type SignInWay,
  PROVIDERS,
  startSignInCalls,
  POPUPS,
} from '@/lib/contract/sign-in';
import { signInByPasskeyCall, startPasskeySignInCall } from '@/lib/contract/passkey';
import { DEFAULT_DESTINATION, SIGN_IN_FAILURE_PARAM } from '@/lib/contract/plain/site';
import type { SignInFailure } from '@/lib/contract/plain/sign-in-failure';
import {
  finishOnce,
  type Outcome,
  sealForOpener,
  startRedirect,
  verifyAttempt,
} from '@/server/commands/account/sign-in-attempts';
import { offersEmailCodes, redeemEmailCode, sendEmailCode } from '@/server/commands/account/email-codes';
import { signInByPasskey, startPasskeySignIn } from '@/server/commands/account/passkeys';
import { signIn } from '@/server/commands/account/sign-in';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import type { SignInOutcome } from '@/server/metrics/metrics';
import { endpoint, siteLocation } from '@/server/http/endpoint';
import { readAccessToken } from '@/server/http/member-endpoint';
import {
  clearEmailCodeCookie,
  clearInvitationCookie,
  readEmailCodeCookie,
  readInvitationCookie,
  readOAuthStateCookie,
  setEmailCodeCookie,
  setOAuthStateCookie,
  setPasskeyCookie,
  setSessionCookie,
  takePasskeyCookie,
} from '@/server/http/cookies';
import { isLocalRequest, requireReachableIdentity, serverBaseOf } from '@/server/http/local-request';
import { failureOf, sendPopupCode, sendPopupFailure } from './login-popup';
import { t, text } from '@/lib/texts/texts';

export const loginRoutes = new Hono<AppEnv>();

endpoint(loginRoutes, findPopupConfigCall, (c) =>
  Promise.resolve({
    identity: identityOffer(c),
    ...(c.var.deps.env.signUp.mode === 'invite' && { needsInvitation: true }),
    ...(offersEmailCodes(c.var.deps.env) && { offersEmail: true }),
    ...(c.var.deps.env.signsInByPasskey && { offersPasskeys: true }),
  }),
);

endpoint(loginRoutes, signInCall, async (c, { body }) => {
  requireReachableIdentity(c);
  const { identity, metrics } = c.var.deps;
  const noteFailure = (error: unknown) => {
    metrics.noteSignIn(body.provider, outcomeOf(error, body.provider));
    throw error;
  };
  const providerToken = readAccessToken(c);
  if (providerToken === undefined) {
    throw new ApiError(
      'unauthenticated',
      text('signIn.noAccessToken', 'The provider gave no access token. Please try again.'),
    );
  }
  const proven = await identity.verifyPopup({ ...body, providerToken }).catch(noteFailure);
  const token = await signIn(c.var.deps, proven, browserOf(c)).catch(noteFailure);
  metrics.noteSignIn(body.provider, 'signed-in');
  return sendSession(c, token);
});

endpoint(loginRoutes, sendEmailCodeCall, async (c, { body }) => {
  setEmailCodeCookie(c, await sendEmailCode(c.var.deps, body.email));
  return {
    message: t('emailCode.sent', 'We sent a code to {email}.', { email: body.email }),
  };
});

endpoint(loginRoutes, signInByEmailCall, async (c, { body }) => {
  const { deps } = c.var;
  try {
    const browserSecret = readEmailCodeCookie(c);
    const proven = await redeemEmailCode(deps, { code: body.code, browserSecret });
    clearEmailCodeCookie(c);
    const token = await signIn(deps, proven, browserOf(c));
    deps.metrics.noteSignIn('email', 'signed-in');
    return sendSession(c, token);
  } catch (error) {
    deps.metrics.noteSignIn('email', outcomeOf(error, 'email'));
    throw error;
  }
});

endpoint(loginRoutes, startPasskeySignInCall, async (c) => {
  const { browserSecret, options } = await startPasskeySignIn(c.var.deps);
  setPasskeyCookie(c, browserSecret);
  return { options };
});

endpoint(loginRoutes, signInByPasskeyCall, async (c, { body }) => {
  const { deps } = c.var;
  try {
    const browserSecret = takePasskeyCookie(c);
    const { userAgent } = browserOf(c);
    const token = await signInByPasskey(deps, body.credential, { browserSecret, userAgent });
    deps.metrics.noteSignIn('passkey', 'signed-in');
    return sendSession(c, token);
  } catch (error) {
    deps.metrics.noteSignIn('passkey', outcomeOf(error, 'passkey'));
    throw error;
  }
});

function sendSession(c: AppContext, token: string) {
  setSessionCookie(c, token);
  clearInvitationCookie(c);
  return {
    encrypted_token: token,
    message: t('signIn.done', 'You are signed in.'),
    redirectUrl: DEFAULT_DESTINATION,
  };
}

for (const provider of PROVIDERS) {
  endpoint(loginRoutes, startSignInCalls[provider], async (c, { query }) => {
    requireReachableIdentity(c);
    const { redirectUrl, state, browserSecret } = await startRedirect(c.var.deps, {
      provider: providerId(provider),
      destination: query.destination,
      serverBase: serverBaseOf(c),
    });
    setOAuthStateCookie(c, state, browserSecret);
    return { redirectUrl };
  });

  loginRoutes.get(`/user/login/${provider}/callback`, async (c) => {
    c.header('cache-control', 'private, no-store');
    // The address holds a code; no page that follows may pass it on.
    c.header('referrer-policy', 'no-referrer');
    requireReachableIdentity(c);
    const { state = '', code = '', error, iss: answerIssuer } = c.req.query();
    const browserSecret = readOAuthStateCookie(c, state);
    const note = (outcome: SignInOutcome) => c.var.deps.metrics.noteSignIn(providerId(provider), outcome);
    const failed = (reason: SignInFailure): Outcome => {
      note(reason);
      return { kind: 'failure', reason };
    };
    const refusal = error === undefined ? undefined : error === 'access_denied' ? 'cancelled' : 'refused';
    const finished = await finishOnce(
      c.var.deps,
      { state, browserSecret, provider: providerId(provider) },
      async (attempt) => {
        if (refusal) return failed(refusal);
        try {
          const returned = { state, code, answerIssuer, serverBase: serverBaseOf(c) };
          const verified = await verifyAttempt(c.var.deps, attempt, returned);
          if (attempt.opener) {
            return { kind: 'code', code: await sealForOpener(c.var.deps, verified, attempt.opener) };
          }
          const token = await signIn(c.var.deps, verified, browserOf(c));
          note('signed-in');
          return { kind: 'session', token };
        } catch (failure) {
          if (failure instanceof ApiError) return failed(failureOf(failure, providerId(provider)));
          note('error');
          throw failure;
        }
      },
    );
    const outcome = finished?.outcome ?? failed(refusal ?? 'expired');
    const { opener = null, destination = '/' } = finished?.attempt ?? {};
    if (outcome.kind === 'failure') {
      if (opener) return sendPopupFailure(c, opener, outcome.reason);
      return c.redirect(failurePage(c, outcome.reason), 303);
    }
    if (outcome.kind === 'code') {
      if (!opener) throw new Error('A code is for the page that opened the popup');
      return sendPopupCode(c, opener, outcome.code);
    }
    setSessionCookie(c, outcome.token);
    clearInvitationCookie(c);
    return c.redirect(siteLocation(c, destination), 303);
  });
}

/** The local provider only to whom it would answer. */
function identityOffer(c: AppContext): PopupConfig {
  const { identity } = c.var.deps.env;
  if (identity.kind === 'firebase') {
    const { kind, apiKey, authDomain, projectId } = identity;
    return { kind, apiKey, authDomain, projectId };
  }
  if (identity.kind === 'oauth') {
    const providers = PROVIDERS.filter((provider) => identity[provider]);
    const oidcName = identity.oidc?.name;
    return { kind: 'oauth', url: serverBaseOf(c) + POPUPS.oauth, providers, oidcName };
  }
  return isLocalRequest(c) ? { kind: 'local', url: serverBaseOf(c) + POPUPS.local } : { kind: 'none' };
}

const outcomeOf = (error: unknown, way: SignInWay | 'passkey'): SignInOutcome =>
  error instanceof ApiError ? failureOf(error, way) : 'error';

const browserOf = (c: AppContext) => ({
  userAgent: c.req.header('user-agent') ?? null,
  invitation: readInvitationCookie(c),
});

const failurePage = (c: AppContext, failure: SignInFailure) =>
  siteLocation(c, `/?${SIGN_IN_FAILURE_PARAM}=${failure}`);
