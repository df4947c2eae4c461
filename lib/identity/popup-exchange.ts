import type { ProviderId } from '@/lib/contract/sign-in';
import { ApiFailure } from '@/lib/api/http';
import { t } from '@/lib/texts/texts';

/** The result of a popup sign-in. The server accepts it once, within five minutes. */
export type PopupTokens = {
  provider: ProviderId;
  idToken: string;
  /** The provider's own token; empty when the provider gave none. */
  accessToken: string;
};

/** The popup in which a person signs in with a provider: Firebase's, or the product server's. */
export interface PopupExchange {
  /** Loads what the popup needs, so that it opens during the click. A failure here repeats in `signIn`. */
  warmUp(): Promise<void>;
  /**
   * Opens the popup for one provider. Closes a previous popup, which rejects as `replaced`.
   *
   * @throws PopupFailure
   */
  signIn(provider: ProviderId): Promise<PopupTokens>;
  /** Closes the popup; its sign-in rejects as `replaced`. */
  cancel(): void;
}

/**
 * `replaced` means that a newer popup or `cancel` closed this one. It is not reported. `refused` means that the popup
 * worked, but the sign-in in it failed.
 */
export type PopupFailureReason = 'blocked' | 'closed' | 'replaced' | 'refused' | 'failed';

/** A failed popup sign-in, with the message of the identity library. */
export class PopupFailure extends Error {
  override readonly name = 'PopupFailure';
  constructor(
    readonly reason: PopupFailureReason,
    message: string,
  ) {
    super(message);
  }
}

/** The message is for programs. */
export const popupReplaced = () => new PopupFailure('replaced', 'Replaced by another popup.');

/** Shown for a failed sign-in that neither the server nor the identity library explains. */
export const unknownProblem = () => t('signIn.unknownProblem', 'There is some problem please try again');

/** Why a sign-in failed, in the words of the identity library or of the server. */
export function signInFailureSentence(error: unknown): string {
  if (error instanceof PopupFailure) return error.message || unknownProblem();
  return (error instanceof ApiFailure && error.serverMessage) || unknownProblem();
}

/** Why linking a provider to the account failed. */
export function linkFailureSentence(error: unknown): string {
  return (error instanceof ApiFailure && error.message) || signInFailureSentence(error);
}
