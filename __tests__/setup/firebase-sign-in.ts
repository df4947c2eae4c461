import { users } from '@/server/db/schema';
import { identities, sessions, spentIdTokens } from '@/server/db/schema/sign-in-schema';
import { type IdentityDouble, startIdentityDouble } from './identity-double';
import type { Person } from './identity-person';
import { setUpTestApp } from './test-app';

export const ada: Person = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ids: { 'google.com': '1001', 'github.com': '2001' },
};
export const eve: Person = {
  name: 'Eve',
  email: 'eve@example.com',
  ids: { 'google.com': '1666', 'github.com': '2666' },
};

export type PopupResult = { provider: string; idToken: string; providerToken: string };

export const noRows = { users: [], identities: [], sessions: [], spent: [] };

/** The product server with the double of Firebase, Google and Github. Ada, Bob and Mike are in ADMIN_EMAILS. */
export function setUpFirebaseSignIn() {
  let double: IdentityDouble;
  const api = setUpTestApp(() => ({
    identity: double.config,
    adminEmails: ['ada@example.com', 'bob@example.com', 'mike@example.com'],
  }));

  beforeAll(async () => {
    double = await startIdentityDouble({ now: () => api.clock.now });
  });
  beforeEach(() => double.faults.clear());
  afterAll(() => double.close());

  return {
    api,
    get double() {
      return double;
    },
    signIn: ({ provider, idToken, providerToken }: PopupResult) =>
      api.request('POST', '/api/user/login/from-firebase', {
        headers: { accessToken: `Bearer ${providerToken}`, 'user-agent': 'Firefox' },
        body: { provider, idToken },
        remoteAddress: '203.0.113.5',
      }),
    /** Returns all rows that a sign-in writes. */
    storedRows: async () => ({
      users: await api.db.select().from(users),
      identities: await api.db.select().from(identities),
      sessions: await api.db.select().from(sessions),
      spent: await api.db.select().from(spentIdTokens),
    }),
  };
}
