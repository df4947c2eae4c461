import type { ProviderId } from '@/lib/contract/sign-in';

/** What a popup sign-in ends with. The server takes it once, within five minutes. */
export type PopupTokens = {
  provider: ProviderId;
  idToken: string;
  /** The provider's own token; empty when it gave none. */
  accessToken: string;
};

/** The popup in which somebody proves who they are: Firebase's, or the local provider's. */
export interface PopupExchange {
  /** Fetches whatever the popup needs, so that it opens in the very click. What fails here fails again in `signIn`. */
  warmUp(): Promise<void>;
  /**
   * Opens the popup for one provider. A new one takes the place of the one before, which is closed.
   *
   * @throws PopupFailure
   */
  signIn(provider: ProviderId): Promise<PopupTokens>;
  /** Closes the popup; its sign-in rejects as `replaced`. */
  cancel(): void;
}

/** `replaced`: by a newer popup, or by nothing; nobody needs to be told. */
export type PopupFailureReason = 'blocked' | 'closed' | 'replaced' | 'failed';

/** A popup that came to nothing, in the words of the identity library. */
export class PopupFailure extends Error {
  override readonly name = 'PopupFailure';
  constructor(
    readonly reason: PopupFailureReason,
    message: string,
  ) {
    super(message);
  }
}

export const popupReplaced = () =>
  new PopupFailure(
    'replaced',
    'This operation has been cancelled due to another conflicting popup being opened.',
  );
