import * as z from 'zod/mini';
import type { ProviderId } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import { createIdTokenReader, type FirebaseClaims } from './firebase-id-token';
import type { IdentityService } from './identity';
import type { FirebaseConfig } from './identity-config';
import { createGithub } from './identity-github';
import { createGoogle } from './identity-google';
import { nameOf, verifyCode } from './identity-provider';
import { invalidIdentity } from './provider-request';

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
      throw new ApiError('unavailable', "This way to sign in isn't set up on this site.");
    return providers[provider];
  };

  return {
    async verifyPopup({ provider, idToken, providerToken }) {
      const claims = await readIdToken(idToken);
      if (claims.firebase.sign_in_provider !== provider) {
        throw invalidIdentity('it was created by another provider');
      }
      const client = find(provider);
      const subject = await client.findAccountId(providerToken);
      if (subject === undefined) throw invalidIdentity('the provider does not know the token');
      // Without this check, a token that a user gave to another site would sign in here as that user.
      if (!idsAt(claims, provider).includes(subject))
        throw invalidIdentity('the tokens belong to different accounts');
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
