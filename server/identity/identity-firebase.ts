import * as z from 'zod/mini';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { type ProviderId, SIGN_IN_LIMITS, SOCIAL_PROVIDER_IDS } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import { hashToken, isCanonical } from '@/server/base/token';
import type { IdentityService } from './identity';
import type { FirebaseConfig } from './identity-config';
import { createGithub, createGoogle } from './google-github';
import { nameOf, verifyCode, invalidIdentity, providerUnavailable } from './identity-provider';
import { t, text } from '@/lib/texts/texts';

/**
 * Verifies sign-ins by Firebase's popup and by the redirect of a provider.
 *
 * Both result in the same identity, the user id at the provider. Firebase's own user id is not used, because it can
 * change owner when two providers share an email address.
 */
export function createFirebaseIdentity(config: FirebaseConfig, now: () => Date): IdentityService {
  const readIdToken = createIdTokenReader({ ...config, now });
  const providers = { 'google.com': createGoogle(config.google), 'github.com': createGithub(config.github) };

  const find = (provider: ProviderId) => {
    if (provider === 'oidc')
      throw new ApiError(
        'unavailable',
        text('signIn.wayNotSetUp', "This way to sign in isn't set up on this site."),
      );
    return providers[provider];
  };

  return {
    async verifyPopup({ provider, idToken, providerToken }) {
      const claims = await readIdToken(idToken);
      if (claims.firebase.sign_in_provider !== provider) {
        throw invalidIdentity(t('signInFault.otherProvider', 'it was created by another provider'));
      }
      const client = find(provider);
      const subject = await client.findAccountId(providerToken);
      if (subject === undefined)
        throw invalidIdentity(t('signInFault.unknownToken', 'the provider does not know the token'));
      // Without this check, a token that a user gave to another site would sign in here as that user.
      if (!idsAt(claims, provider).includes(subject))
        throw invalidIdentity(t('signInFault.differentAccounts', 'the tokens belong to different accounts'));
      return {
        issuer: client.issuer,
        subject,
        provider,
        email: claims.email ?? null,
        isEmailVerified:
          claims.email !== undefined && (await client.hasVerified(providerToken, claims.email)),
        name: claims.name ?? nameOf(claims.email),
        spends: { tokenHash: claims.tokenHash, expiresAt: new Date(claims.exp * 1000) },
      };
    },
    redirectURL: (provider, start) => find(provider).redirectURL(start),
    verifyRedirect: (provider, result) => verifyCode(find(provider), provider, result),
  };
}

const idList = z.array(z.string());

function idsAt(claims: FirebaseClaims, provider: string): string[] {
  return idList.safeParse(claims.firebase.identities[provider]).data ?? [];
}

const clockToleranceSeconds = 5;
const jwksTimeoutMs = 5_000;

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  firebase: z.object({
    sign_in_provider: z.enum(SOCIAL_PROVIDER_IDS),
    /** The user ids at each provider. */
    identities: z.record(z.string(), z.unknown()),
  }),
});

type FirebaseClaims = z.infer<typeof claims> & { tokenHash: Buffer };

type Options = { projectId: string; jwksURL: string; now: () => Date };

/** Returns a function that verifies a Firebase ID token with Firebase's published keys. */
function createIdTokenReader({ projectId, jwksURL, now }: Options) {
  const published = createRemoteJWKSet(new URL(jwksURL), { timeoutDuration: jwksTimeoutMs });

  /** A token without a matching published key is invalid. Keys that cannot be fetched mean `unavailable`. */
  const findKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await published(header, token);
    } catch (error) {
      const isTokenInvalid =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      throw isTokenInvalid ? error : providerUnavailable();
    }
  };

  /** @throws ApiError `unauthenticated` unless the token is valid, for our project, and follows a recent sign-in. */
  return async (idToken: string): Promise<FirebaseClaims> => {
    const parts = idToken.split('.');
    if (parts.length !== 3 || !isCanonical(idToken))
      throw invalidIdentity(t('signInFault.malformedToken', 'the ID token is malformed'));
    const parsed = claims.safeParse(await verify(idToken));
    if (!parsed.success)
      throw invalidIdentity(t('signInFault.notFromSignIn', 'the ID token does not come from a sign-in'));
    const { auth_time, iat } = parsed.data;
    const nowSeconds = now().getTime() / 1000;
    if (Math.max(auth_time, iat) > nowSeconds + clockToleranceSeconds) {
      throw invalidIdentity(t('signInFault.futureToken', 'the ID token is from the future'));
    }
    // The exchange follows the popup immediately, so an older sign-in means a reused token.
    if (nowSeconds - auth_time > SIGN_IN_LIMITS.signInSeconds)
      throw invalidIdentity(t('signInFault.tooOld', 'the sign-in is too old'));
    // Hash of the signed part only, because a signature can be encoded in several ways.
    return { ...parsed.data, tokenHash: hashToken(parts.slice(0, 2).join('.')) };
  };

  async function verify(idToken: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(idToken, findKey, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        clockTolerance: clockToleranceSeconds,
        currentDate: now(),
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      });
      return payload;
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : invalidIdentity(t('signInFault.invalidToken', 'the ID token is not valid'));
    }
  }
}
