import { FirebaseError } from 'firebase/app';
import { createFirebaseExchange } from '@/lib/identity/firebase';
import { openExchange } from '@/hooks/use-popup';

type Resolver = {
  _shouldInitProactively: boolean;
  _openPopup: () => Promise<{ close: () => void }>;
};

/** Firebase's library as far as it is used: it is there once `load` is called. */
const mockLibrary: {
  load: () => void;
  /** What the person does in the popup. */
  answer: () => Promise<void>;
  popups: unknown[];
  closedCount: number;
  signOutCount: number;
  settings?: unknown;
  areScriptsEager?: boolean;
} = {
  ...{ load: () => undefined, answer: () => Promise.resolve() },
  ...{ popups: [], closedCount: 0, signOutCount: 0 },
};

jest.mock('firebase/app', () => ({
  FirebaseError: class extends Error {
    constructor(
      readonly code: string,
      message: string,
    ) {
      super(message);
    }
  },
  initializeApp: (config: unknown) => config,
  _components: new Map(),
}));
jest.mock('firebase/auth', () => {
  class Provider {
    static credentialFromResult = () => ({ accessToken: 'access' });
    asked: unknown[] = [];
    addScope(scope: string) {
      this.asked.push(scope);
      return this;
    }
    setCustomParameters(parameters: object) {
      this.asked.push(parameters);
      return this;
    }
  }
  let resolver: Resolver;
  return {
    inMemoryPersistence: 'memory',
    debugErrorMap: 'sentences',
    browserPopupRedirectResolver: class extends Object {
      _openPopup() {
        return Promise.resolve({ close: () => (mockLibrary.closedCount += 1) });
      }
    },
    GithubAuthProvider: class extends Provider {},
    GoogleAuthProvider: class extends Provider {},
    initializeAuth(
      app: unknown,
      { popupRedirectResolver, ...settings }: { popupRedirectResolver: new () => Resolver },
    ) {
      resolver = new popupRedirectResolver();
      mockLibrary.areScriptsEager = resolver._shouldInitProactively;
      mockLibrary.settings = { app, ...settings };
      const ready = new Promise<void>((resolve) => (mockLibrary.load = resolve));
      return { authStateReady: () => ready };
    },
    async signInWithPopup(_auth: unknown, { constructor, asked }: Provider) {
      mockLibrary.popups.push([constructor.name, ...asked]);
      await resolver._openPopup();
      await mockLibrary.answer();
      return { user: { getIdToken: () => Promise.resolve('id') } };
    },
    signOut() {
      mockLibrary.signOutCount += 1;
      return Promise.resolve();
    },
  };
});

const config = { apiKey: 'key', authDomain: 'a.example', projectId: 'project' };
const isReplaced = expect.objectContaining({ reason: 'replaced' });

beforeEach(() => {
  Object.assign(mockLibrary, {
    popups: [],
    closedCount: 0,
    signOutCount: 0,
    answer: () => Promise.resolve(),
  });
});

it('loads the library at once, and stores no session of Firebase', async () => {
  const exchange = createFirebaseExchange(config);
  expect(mockLibrary.areScriptsEager).toBe(true);
  expect(mockLibrary.settings).toEqual({ app: config, persistence: 'memory', errorMap: 'sentences' });
  mockLibrary.load();
  await exchange.warmUp();
  expect(await exchange.signIn('google.com')).toEqual({
    ...{ provider: 'google.com', idToken: 'id', accessToken: 'access' },
  });
  expect(mockLibrary.popups).toEqual([['GoogleAuthProvider', { prompt: 'select_account' }]]);
  expect(mockLibrary.signOutCount).toBe(1);
});

it('opens one popup for two clicks while the library loads', async () => {
  const exchange = createFirebaseExchange(config);
  const outcomes = Promise.allSettled([exchange.signIn('google.com'), exchange.signIn('github.com')]);
  mockLibrary.load();

  expect(await outcomes).toEqual([
    { status: 'rejected', reason: isReplaced },
    { status: 'fulfilled', value: { provider: 'github.com', idToken: 'id', accessToken: 'access' } },
  ]);
  expect(mockLibrary.popups).toEqual([['GithubAuthProvider', 'user:email']]);
});

it.each([
  ['auth/popup-blocked', 'blocked'],
  ['auth/popup-closed-by-user', 'closed'],
  ['auth/user-cancelled', 'closed'],
  ['auth/cancelled-popup-request', 'replaced'],
  ['auth/network-request-failed', 'failed'],
])('takes %s for a popup that was %s', async (code, reason) => {
  mockLibrary.answer = () => Promise.reject(new FirebaseError(code, 'Firebase says why.'));
  const exchange = createFirebaseExchange(config);
  mockLibrary.load();
  await expect(exchange.signIn('google.com')).rejects.toMatchObject({
    ...{ name: 'PopupFailure', reason, message: 'Firebase says why.' },
  });
});

it('does not hide a bug, and has no popup for a provider that Firebase does not know', async () => {
  mockLibrary.answer = () => Promise.reject(new TypeError('x is undefined'));
  const exchange = createFirebaseExchange(config);
  mockLibrary.load();
  await expect(exchange.signIn('google.com')).rejects.toThrow(TypeError);
  await expect(exchange.signIn('oidc')).rejects.toMatchObject({ reason: 'failed' });
  expect(mockLibrary.popups).toHaveLength(1);
});

it('closes the popup of a sign-in that is cancelled', async () => {
  let fail: (error: Error) => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    mockLibrary.answer = () => {
      resolve();
      return new Promise((_, reject) => (fail = reject));
    };
  });
  const exchange = createFirebaseExchange(config);
  exchange.cancel();
  mockLibrary.load();
  const outcome = exchange.signIn('google.com');
  await opened;
  expect(mockLibrary.closedCount).toBe(0);
  exchange.cancel();
  expect(mockLibrary.closedCount).toBe(1);
  fail(new FirebaseError('auth/popup-closed-by-user', 'Closed.'));
  await expect(outcome).rejects.toEqual(isReplaced);
});

it('is opened once for the configuration of the server', async () => {
  const given = { kind: 'firebase' as const, ...config };
  const exchange = await openExchange(given);
  expect(mockLibrary.settings).toEqual({ app: config, persistence: 'memory', errorMap: 'sentences' });
  expect(await openExchange({ ...given })).toBe(exchange);
  expect(await openExchange({ ...given, projectId: 'other' })).not.toBe(exchange);
});
