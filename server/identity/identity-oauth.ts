import type { ProviderId } from '@/lib/contract/sign-in';
import { ApiError } from '@/server/base/errors';
import type { IdentityService, RedirectResult, RedirectStart, VerifiedIdentity } from './identity';
import type { OAuthConfig } from './identity-config';
import { createGithub } from './identity-github';
import { verifyCode } from './identity-provider';
import { createOpenID } from './openid';
import { createPopupCodes } from './popup-codes';

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
    throw new ApiError('unavailable', "This way to sign in isn't set up on this site.");
  }
}

function githubProvider(config: NonNullable<OAuthConfig['github']>): RedirectProvider {
  const github = createGithub(config);
  return {
    redirectURL: (start) => github.redirectURL(start),
    verify: (result) => verifyCode(github, 'github.com', result),
  };
}
