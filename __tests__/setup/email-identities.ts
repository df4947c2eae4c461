import type { SignInWay } from '@/lib/contract/sign-in';
import { buildIdentity } from './build';
import { buildSignedInUser, type TestApp } from './signed-in-user';

export type MemberHeaders = { accessToken: string };
const path = '/api/user/private/identities/email';

/** The calls of a member who adds and removes email addresses as ways to sign in. */
export function emailIdentityCalls(api: TestApp) {
  const sentCode = () => /\d{6}/.exec(api.sent.at(-1)?.text ?? '')?.[0] ?? '';
  return {
    sentCode,
    ask: (headers: MemberHeaders, email: string) => api.request('POST', path, { headers, body: { email } }),
    enter: (headers: MemberHeaders, code = sentCode()) =>
      api.request('POST', `${path}/link`, { headers, body: { code } }),
    unlink: (headers: MemberHeaders, subject: string, provider: SignInWay = 'email') =>
      api.request('POST', '/api/user/private/identities/unlink', { headers, body: { provider, subject } }),
    /** A member who signs in with a provider. */
    buildMember: async () => {
      const member = await buildSignedInUser(api);
      await buildIdentity(api.db, member);
      return member;
    },
  };
}
