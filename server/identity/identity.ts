import type { ProviderId } from '@/lib/contract/sign-in';

/** Who somebody has proven to be. The key is (issuer, subject), never the address. */
export type VerifiedIdentity = {
  issuer: string;
  subject: string;
  provider: ProviderId;
  email: string | null;
  isEmailVerified: boolean;
  /** No picture comes along: shown from where it is kept, it would tell the provider who looks at our pages. */
  name: string;
  /** When an account that is new here counts as made; absent: now. */
  accountCreatedAt?: Date;
  /** What this proof must not be accepted for again, and until when that matters. */
  spends?: { tokenHash: Buffer; expiresAt: Date };
};

/** What a popup sign-in ends with. */
export type PopupProof = { provider: ProviderId; idToken: string; providerToken: string };

/** What a redirect sign-in starts with. `serverBase` is the product server's address as the browser knows it. */
export type RedirectStart = { state: string; codeChallenge: string; serverBase: string };

/** What a redirect sign-in ends with. */
export type RedirectResult = { code: string; verifier: string; serverBase: string };

/** Those who know people: Firebase with Google and Github, or the local provider. */
export interface IdentityService {
  /** @throws ApiError `unauthenticated` when it proves nothing, `unavailable` when a provider does not answer. */
  verifyPopup(result: PopupProof): Promise<VerifiedIdentity>;
  /** Where to send the browser. @throws ApiError `unavailable` when the redirect sign-in is not set up. */
  redirectURL(provider: ProviderId, start: RedirectStart): string;
  /** @throws ApiError as {@link verifyPopup}. */
  verifyRedirect(provider: ProviderId, result: RedirectResult): Promise<VerifiedIdentity>;
}
