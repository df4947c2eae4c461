import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import * as z from 'zod/mini';
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
import { type ProviderId, PROVIDER_IDS, SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { cutChars } from '@/lib/contract/plain/text';
import { ApiError } from '@/server/base/errors';
import { hashToken, isCanonical, pkceChallenge } from '@/server/base/token';
import type {
  IdentityService,
  RedirectResult,
  RedirectStart,
  VerifiedIdentity,
  PopupProof,
} from './identity';
import type { OAuthConfig, OpenIDConfig } from './identity-config';
import { createGithub } from './google-github';
import {
  verifyCode,
  callbackURL,
  nameOf,
  invalidIdentity,
  fetchFromProvider,
  providerUnavailable,
} from './identity-provider';
import { t, text } from '@/lib/texts/texts';

interface RedirectProvider {
  redirectURL(start: RedirectStart): string | Promise<string>;
  verify(result: RedirectResult): Promise<VerifiedIdentity>;
}

type Options = { sessionKeys: readonly Uint8Array[]; now: () => Date };

/**
 * Verifies sign-ins with the clients of this site at Google and Github, without Firebase. The popup and the redirect are
 * one flow, which ends in a message to the page that opened the popup, or in a session.
 *
 * The identities are those that Firebase's sign-in finds, so a site can move from one to the other.
 */
export function createOAuthIdentity(config: OAuthConfig, { sessionKeys, now }: Options): IdentityService {
  const popupCodes = createPopupCodes(sessionKeys, now);
  const providers: Partial<Record<ProviderId, RedirectProvider>> = {
    ...(config.google && { 'google.com': createOpenID(config.google, 'google.com') }),
    ...(config.github && { 'github.com': githubProvider(config.github) }),
    ...(config.oidc && { oidc: createOpenID(config.oidc, 'oidc') }),
  };

  return {
    verifyPopup: (proof) => popupCodes.open(proof),
    redirectURL: async (provider, start) => find(provider).redirectURL(start),
    verifyRedirect: async (provider, result) => find(provider).verify(result),
    sealForOpener: (identity, codeChallenge) => popupCodes.seal(identity, codeChallenge),
  };

  function find(provider: ProviderId): RedirectProvider {
    const found = providers[provider];
    if (found) return found;
    throw new ApiError(
      'unavailable',
      text('signIn.wayNotSetUp', "This way to sign in isn't set up on this site."),
    );
  }
}

function githubProvider(config: NonNullable<OAuthConfig['github']>): RedirectProvider {
  const github = createGithub(config);
  return {
    redirectURL: (start) => github.redirectURL(start),
    verify: (result) => verifyCode(github, 'github.com', result),
  };
}

const nameCharsMax = 200;

const claims = z.object({
  exp: z.number(),
  challenge: z.string(),
  identity: z.object({
    issuer: z.string().check(z.maxLength(2_048)),
    subject: z.string().check(z.minLength(1), z.maxLength(SIGN_IN_LIMITS.subjectCharsMax)),
    provider: z.enum(PROVIDER_IDS),
    email: z.nullable(z.string().check(z.maxLength(320))),
    isEmailVerified: z.boolean(),
    name: z.string(),
  }),
});

/**
 * Carries a verified identity from the popup to the page that opened it, as an encrypted code. Only that page has the
 * verifier, and the database accepts the code once. Nothing is stored until then.
 */
function createPopupCodes(sessionKeys: readonly Uint8Array[], now: () => Date) {
  const keys = sessionKeys.map(
    (key) => new Uint8Array(hkdfSync('sha256', key, '', 'codes of sign-in popups', 32)),
  );
  const [current] = keys;
  if (!current) throw new RangeError('Popup codes need at least one key');

  return {
    /** @throws ApiError if the provider sent values that no account has. */
    async seal(identity: VerifiedIdentity, challenge: string): Promise<string> {
      const exp = Math.floor(now().getTime() / 1000) + SIGN_IN_LIMITS.signInSeconds;
      const content = {
        identity: { ...identity, name: cutChars(identity.name, nameCharsMax) },
        challenge,
        exp,
      };
      if (!claims.safeParse(content).success)
        throw invalidIdentity(t('signInFault.invalidAccount', 'the provider sent an invalid account'));
      return new EncryptJWT(content).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(current);
    },

    /** @throws ApiError `unauthenticated` unless the code is ours, not expired, and of this provider and verifier. */
    async open({ provider, idToken: verifier, providerToken: code }: PopupProof): Promise<VerifiedIdentity> {
      const content = claims.safeParse(await decrypt(code));
      if (!content.success)
        throw invalidIdentity(t('signInFault.expiredCode', 'the code is unknown or has expired'));
      const { identity, challenge, exp } = content.data;
      if (identity.provider !== provider)
        throw invalidIdentity(t('signInFault.otherProvider', 'it was created by another provider'));
      if (challenge !== pkceChallenge(verifier))
        throw invalidIdentity(t('signInFault.otherBrowser', 'the code was issued to another browser'));
      return { ...identity, spends: { tokenHash: hashToken(code), expiresAt: new Date(exp * 1000) } };
    },
  };

  async function decrypt(code: string): Promise<unknown> {
    // Several texts stand for the same code, unless it is canonical.
    if (!isCanonical(code)) return undefined;
    for (const key of keys) {
      try {
        const options = { currentDate: now(), requiredClaims: ['exp'], keyManagementAlgorithms: ['dir'] };
        return (await jwtDecrypt(code, key, options)).payload;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return undefined;
  }
}

const timeoutSeconds = 5;

/** Signs in at an issuer of OpenID Connect: Google, or any other that can be discovered. */
function createOpenID({ issuerURL, clientId, clientSecret }: OpenIDConfig, provider: ProviderId) {
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
        if (!claims) throw invalidIdentity(t('signInFault.noToken', 'the provider sent no ID token'));
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
        throw (
          apiErrorOf(error) ??
          invalidIdentity(t('signInFault.notConfirmed', 'the provider did not confirm it'))
        );
      }
    },
  };
}

/** The library wraps errors of `fetch`. Its own messages name internals, so they are not shown. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}
