import type { ProviderId, SignInWay } from '@/lib/contract/sign-in';

/** An identity that a provider has confirmed. Its key is (issuer, subject), never the email address. */
export type VerifiedIdentity = {
  issuer: string;
  subject: string;
  provider: SignInWay;
  email: string | null;
  isEmailVerified: boolean;
  /** The provider's image is not taken over: loading it from there would reveal our visitors to the provider. */
  name: string;
  /** Creation date for an account that is new here. Default: now. */
  accountCreatedAt?: Date;
  /** The token that must not be accepted again, and the instant until which that matters. */
  spends?: { tokenHash: Buffer; expiresAt: Date };
};

/** The tokens at the end of a popup sign-in. */
export type PopupProof = { provider: ProviderId; idToken: string; providerToken: string };

/**
 * The start of a redirect sign-in. `serverBase` is the URL of the product server as the browser sees it. `nonce` comes
 * back in the ID token of a provider that issues one.
 */
export type RedirectStart = { state: string; codeChallenge: string; nonce: string; serverBase: string };

/** The code at the end of a redirect sign-in, and the issuer that the answer names, if it names one (RFC 9207). */
export type RedirectResult = {
  state: string;
  code: string;
  verifier: string;
  nonce: string;
  serverBase: string;
  answerIssuer?: string;
};

/** Verifies who a person is, through Firebase (Google, GitHub) or the local development provider. */
export interface IdentityService {
  /** @throws ApiError `unauthenticated` if the tokens are invalid, `unavailable` if a provider does not answer. */
  verifyPopup(result: PopupProof): Promise<VerifiedIdentity>;
  /** The URL to send the browser to. @throws ApiError `unavailable` if the redirect sign-in is not configured. */
  redirectURL(provider: ProviderId, start: RedirectStart): string | Promise<string>;
  /** @throws ApiError as {@link verifyPopup}. */
  verifyRedirect(provider: ProviderId, result: RedirectResult): Promise<VerifiedIdentity>;
  /**
   * Seals an identity for the page that opened the popup, which redeems the code with the verifier of this challenge
   * through {@link verifyPopup}. Absent where the popup is not the product server's own.
   */
  sealForOpener?(identity: VerifiedIdentity, codeChallenge: string): Promise<string>;
}
