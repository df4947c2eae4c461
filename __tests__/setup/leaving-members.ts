import * as z from 'zod/mini';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { eve, setUpFirebaseSignIn } from './firebase-sign-in';
import { buildSignedInUser } from './signed-in-user';
import { testNow } from './test-app';

type Headers = { accessToken: string };

/** Members who sign in with providers, are moderated, and delete their account. */
export function setUpLeavingMembers() {
  const firebase = setUpFirebaseSignIn();
  const { api, signIn } = firebase;
  const advance = (ms: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + ms);
  };

  async function popup(person = eve, provider: 'google.com' | 'github.com' = 'google.com') {
    // Two ID tokens of one instant would be the same one.
    advance(SECOND_MS);
    return firebase.double.popup(provider, person);
  }
  async function signInAs(...person: Parameters<typeof popup>): Promise<Headers> {
    const { text } = await signIn(await popup(...person));
    return { accessToken: `Bearer ${/"encrypted_token":"([^"]+)"/.exec(text)?.[1] ?? ''}` };
  }
  async function me(headers: Headers) {
    const { body } = await api.request('GET', '/api/user/private/getProtectedUserInfo', { headers });
    return z.object({ user: z.looseObject({ id: z.string() }) }).parse(body).user;
  }
  async function link(headers: Headers, ...person: Parameters<typeof popup>) {
    const body = await popup(...person);
    return api.request('POST', '/api/user/private/identities', { headers, body });
  }
  async function moderate(id: string, act: string, body: object) {
    const { headers } = await buildSignedInUser(api, { role: 'admin', createdAt: testNow });
    return api.request('POST', `/api/moderation/users/${id}/${act}`, { headers, body });
  }
  /** Deletes an account for good. */
  async function leave(headers: Headers) {
    expect((await api.request('DELETE', '/api/user/private/account', { headers })).status).toBe(200);
    advance(15 * DAY_MS);
    expect(await deleteDueAccounts(api.deps())).toBe(1);
  }
  /** Signs up, has something happen, and deletes the account for good. */
  async function leaveAfter(happens: (id: string, headers: Headers) => Promise<unknown>) {
    const headers = await signInAs();
    const { id } = await me(headers);
    await happens(id, headers);
    await leave(await signInAs());
    return id;
  }
  return { api, firebase, advance, signInAs, me, link, moderate, leave, leaveAfter };
}
