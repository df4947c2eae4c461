import { _components, FirebaseError, initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  debugErrorMap,
  GithubAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
  signOut,
} from 'firebase/auth';
import type { SocialProviderId } from '@/lib/contract/sign-in';
import { type PopupExchange, PopupFailure, type PopupFailureReason, popupReplaced } from './popup-exchange';

declare module 'firebase/app' {
  /** The parts that the library adds to every app. Its published types leave them out. */
  export const _components: Map<string, unknown>;
}

type FirebaseWebConfig = { apiKey: string; authDomain: string; projectId: string };

/** The library's resolver, as it is in a browser. Its published type is empty. */
type Resolver = { _openPopup(...about: unknown[]): Promise<{ close: () => void }> };
const isResolverClass = (value: unknown): value is new () => Resolver => typeof value === 'function';

const PROVIDERS = { 'google.com': GoogleAuthProvider, 'github.com': GithubAuthProvider } as const;

const REASONS = new Map<string, PopupFailureReason>([
  ['auth/popup-blocked', 'blocked'],
  ['auth/popup-closed-by-user', 'closed'],
  ['auth/user-cancelled', 'closed'],
  ['auth/cancelled-popup-request', 'replaced'],
]);

/** Firebase's popup. For browsers only: elsewhere the library has no resolver to extend. */
export function createFirebaseExchange(config: FirebaseWebConfig): PopupExchange {
  if (!isResolverClass(browserPopupRedirectResolver))
    throw new Error('Firebase opens popups in browsers only.');
  let popup: { close: () => void } | undefined;
  let current = new AbortController();

  class EagerResolver extends browserPopupRedirectResolver {
    /** Loads the library's script and frame at once. By default they load during the click, and the popup is blocked. */
    get _shouldInitProactively() {
      return true;
    }
    override async _openPopup(...about: unknown[]) {
      popup = await super._openPopup(...about);
      return popup;
    }
  }

  // Counts the days of use in IndexedDB, which stays in the browser for ever.
  _components.delete('heartbeat');
  const auth = initializeAuth(initializeApp(config), {
    // The product server has sessions of its own, so Firebase stores nothing.
    persistence: inMemoryPersistence,
    popupRedirectResolver: EagerResolver,
    // Messages as sentences instead of codes alone.
    errorMap: debugErrorMap,
  });

  return {
    warmUp: () => auth.authStateReady(),
    async signIn(provider) {
      if (provider === 'oidc') throw new PopupFailure('failed', '');
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const wasReplaced = () => signal.aborted;
      // A second click while the library loads must open one popup, not two.
      await auth.authStateReady();
      if (wasReplaced()) throw popupReplaced();
      try {
        const result = await signInWithPopup(auth, authProvider(provider));
        const accessToken = PROVIDERS[provider].credentialFromResult(result)?.accessToken ?? '';
        const idToken = await result.user.getIdToken();
        await signOut(auth);
        return { provider, idToken, accessToken };
      } catch (error) {
        throw wasReplaced() ? popupReplaced() : toPopupFailure(error);
      }
    },
    cancel() {
      current.abort();
      popup?.close();
    },
  };
}

function authProvider(provider: SocialProviderId) {
  if (provider === 'github.com') return new GithubAuthProvider().addScope('user:email');
  return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });
}

function toPopupFailure(error: unknown): PopupFailure {
  if (!(error instanceof FirebaseError)) throw error;
  return new PopupFailure(REASONS.get(error.code) ?? 'failed', error.message);
}
