import { createFirebaseExchange } from '@/lib/identity/firebase';

/** Firebase's library as far as it is used: it is there once `load` is called, and its popup succeeds. */
const mockPopups: string[] = [];
const mockLibrary = { load: (): void => undefined };

jest.mock('firebase/app', () => ({ FirebaseError: class extends Error {}, initializeApp: () => ({}) }));
jest.mock('firebase/auth', () => {
  class Provider {
    static credentialFromResult = () => ({ accessToken: 'access' });
    addScope = () => this;
    setCustomParameters = () => this;
  }
  return {
    browserPopupRedirectResolver: class extends Object {},
    GithubAuthProvider: class extends Provider {},
    GoogleAuthProvider: class extends Provider {},
    initializeAuth() {
      const ready = new Promise<void>((resolve) => (mockLibrary.load = resolve));
      return { authStateReady: () => ready };
    },
    signInWithPopup: (_auth: unknown, { constructor }: Provider) => {
      mockPopups.push(constructor.name);
      return Promise.resolve({ user: { getIdToken: () => Promise.resolve('id') } });
    },
    signOut: () => Promise.resolve(),
  };
});

it('opens one popup for two clicks while the library loads', async () => {
  const exchange = createFirebaseExchange({ apiKey: 'key', authDomain: 'a.example', projectId: 'project' });
  const outcomes = Promise.allSettled([exchange.signIn('google.com'), exchange.signIn('github.com')]);
  mockLibrary.load();

  expect(await outcomes).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ reason: 'replaced' }) },
    { status: 'fulfilled', value: { provider: 'github.com', idToken: 'id', accessToken: 'access' } },
  ]);
  expect(mockPopups).toEqual(['GithubAuthProvider']);
});
