import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { ProviderId } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import type { RedirectResult, RedirectStart, VerifiedIdentity } from './identity';
import type { OpenIDConfig } from './identity-config';
import { callbackURL, nameOf } from './identity-provider';
import { fetchFromProvider, invalidIdentity, providerUnavailable } from './provider-request';

const timeoutSeconds = 5;

/** Signs in at an issuer of OpenID Connect: Google, or any other that can be discovered. */
export function createOpenID({ issuerURL, clientId, clientSecret }: OpenIDConfig, provider: ProviderId) {
  const isInsecure = issuerURL.startsWith('http:');
  let discovered: Promise<Configuration> | undefined;

  /** What the issuer says about itself, read once. After a failure, the next sign-in reads it again. */
  async function configuration(): Promise<Configuration> {
    discovered ??= discovery(new URL(issuerURL), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      [customFetch]: (url, { body, ...init }) =>
        fetchFromProvider(url, { ...init, body: body instanceof Uint8Array ? Buffer.from(body) : body }),
      // The configuration allows http for an issuer on this machine alone, which tests use.
      // oxlint-disable-next-line @typescript-eslint/no-deprecated -- the library marks this function as deprecated to warn of http
      execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    });
    try {
      return await discovered;
    } catch {
      discovered = undefined;
      throw providerUnavailable();
    }
  }

  return {
    async redirectURL({ state, codeChallenge, nonce, serverBase }: RedirectStart): Promise<string> {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackURL(serverBase, provider),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // Other issuers may not know it.
        ...(provider === 'google.com' && { prompt: 'select_account' }),
      }).href;
    },

    async verify({
      state,
      code,
      verifier,
      nonce,
      serverBase,
      answerIssuer,
    }: RedirectResult): Promise<VerifiedIdentity> {
      const config = await configuration();
      const answer = new URL(callbackURL(serverBase, provider));
      answer.searchParams.set('state', state);
      answer.searchParams.set('code', code);
      if (answerIssuer !== undefined) answer.searchParams.set('iss', answerIssuer);
      try {
        const tokens = await authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw invalidIdentity('the provider sent no ID token');
        const { iss, sub } = claims;
        // Many issuers put the email into the user info alone.
        const facts =
          claims.email === undefined ? await fetchUserInfo(config, tokens.access_token, sub) : claims;
        const email = typeof facts.email === 'string' ? facts.email : null;
        return {
          issuer: iss,
          subject: sub,
          provider,
          email,
          isEmailVerified: email !== null && facts.email_verified === true,
          name: typeof facts.name === 'string' && facts.name ? facts.name : nameOf(email),
        };
      } catch (error) {
        throw apiErrorOf(error) ?? invalidIdentity('the provider did not confirm it');
      }
    },
  };
}

/** The library wraps errors of `fetch`. Its own messages name internals, so they are not shown. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}
