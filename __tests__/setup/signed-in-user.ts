import { buildUser } from './build';
import type { setUpTestApp } from './test-app';

export type TestApp = ReturnType<typeof setUpTestApp>;
export type SignedInUser = Awaited<ReturnType<typeof buildSignedInUser>>;

/** Inserts a user and signs the user in. The user sends `headers` with each request. */
export async function buildSignedInUser(api: TestApp, overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(api.db, overrides);
  return { ...user, headers: await api.signIn(user) };
}
