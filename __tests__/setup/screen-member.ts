import type { User } from '@/lib/contract/user';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { ok } from './fake-api';

export const screenToken = 'token-of-ada';

/** The signed-in user of the screen tests. */
export const ada: User = {
  id: '1',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  handle: 'ada',
  avatarURL: null,
  role: 'member',
  createdAt: '2026-01-02T03:04:05.678Z',
};

afterEach(() => clearSessionToken());

/** Signs the user in, and returns the answers that the fake API then needs. */
export function signInOnScreen(overrides: Partial<User> = {}) {
  storeSessionToken(screenToken);
  return {
    'GET /user/private/getProtectedUserInfo': () => ok({ user: { ...ada, ...overrides } }),
    'GET /user/checkAuthenticate': () => ok({ authenticated: true }),
  };
}
