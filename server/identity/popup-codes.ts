import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import * as z from 'zod/mini';
import { cutChars } from '@/lib/contract/plain/chars';
import { PROVIDER_IDS, SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { hashToken, isCanonical, pkceChallenge } from '@/server/base/token';
import type { PopupProof, VerifiedIdentity } from './identity';
import { invalidIdentity } from './provider-request';

const nameCharsMax = 200;

const claims = z.object({
  exp: z.number(),
  challenge: z.string(),
  identity: z.object({
    issuer: z.string().check(z.maxLength(2_048)),
    subject: z.string().check(z.minLength(1), z.maxLength(255)),
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
export function createPopupCodes(sessionKeys: readonly Uint8Array[], now: () => Date) {
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
      if (!claims.safeParse(content).success) throw invalidIdentity('the provider sent an invalid account');
      return new EncryptJWT(content).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(current);
    },

    /** @throws ApiError `unauthenticated` unless the code is ours, not expired, and of this provider and verifier. */
    async open({ provider, idToken: verifier, providerToken: code }: PopupProof): Promise<VerifiedIdentity> {
      const content = claims.safeParse(await decrypt(code));
      if (!content.success) throw invalidIdentity('the code is unknown or has expired');
      const { identity, challenge, exp } = content.data;
      if (identity.provider !== provider) throw invalidIdentity('it was created by another provider');
      if (challenge !== pkceChallenge(verifier))
        throw invalidIdentity('the code was issued to another browser');
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
