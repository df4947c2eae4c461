import { randomBytes } from 'node:crypto';
import { users } from '@/server/db/schema';
import { sessions } from '@/server/db/schema/sign-in-schema';
import type { ServerEnv } from '@/server/config/env';
import { providerId } from '@/lib/contract/sign-in';
import { pkceChallenge } from '@/server/base/token';
import { type IdentityDouble, startIdentityDouble } from './identity-double';
import type { Person } from './identity-person';
import { type OpenIDDouble, startOpenIDDouble } from './openid-double';
import { startOpenIDProvider } from './openid-provider';
import { setUpTestApp, type TestAnswer } from './test-app';

export const ada: Person = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ids: { 'google.com': '1001', 'github.com': '2001' },
  isVerifiedAtGithub: true,
};
/** Every attempt counts against the limits of this client address. */
export const from = { remoteAddress: '203.0.113.5' };
export const random = () => randomBytes(32).toString('base64url');
export const codeIn = (text: string) => /data-code="([^"]+)"/.exec(text)?.[1] ?? '';

type Way = 'google' | 'github' | 'oidc';
const site = 'http://localhost:3000';

/** A product server with clients at Google and Github, without Firebase. Doubles take the place of both. */
export function setUpOAuthSite() {
  let issuer: OpenIDDouble;
  let certified: Awaited<ReturnType<typeof startOpenIDProvider>>;
  let github: IdentityDouble;
  const settings: { env: Partial<ServerEnv> } = { env: {} };
  const callback = `${site}/api/user/login/oidc/callback`;
  const api = setUpTestApp(() => ({
    identity: {
      kind: 'oauth',
      google: issuer.config,
      github: github.config.github,
      oidc: { ...certified.config, name: 'Example login' },
    },
    ...settings.env,
  }));

  beforeAll(async () => {
    issuer = await startOpenIDDouble();
    certified = await startOpenIDProvider({ callback, people: [ada] });
    github = await startIdentityDouble();
  });
  beforeEach(() => {
    Object.assign(settings, { env: {} });
    issuer.faults.clear();
    github.faults.clear();
  });
  afterAll(async () => {
    issuer.close();
    certified.close();
    await github.close();
  });

  /** Opens the popup, as the page of the site does. */
  async function openPopup(way: Way, changes: Record<string, string> = {}) {
    const [verifier, state] = [random(), random()];
    const query = new URLSearchParams({
      provider: providerId(way),
      state,
      code_challenge: pkceChallenge(verifier),
      origin: site,
      ...changes,
    });
    const response = await api.request('GET', `/api/user/login/popup?${query.toString()}`, from);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { ...response, verifier, state, cookie, redirectUrl: response.headers.get('location') ?? '' };
  }

  /** Opens the URL that the provider sends the browser back to. */
  const returnTo = (way: Way, query: Record<string, string>, cookie: string): Promise<TestAnswer> =>
    api.request('GET', `/api/user/login/${way}/callback?${new URLSearchParams(query).toString()}`, {
      ...from,
      headers: { cookie },
    });

  /** Signs in by the popup up to its last page. */
  async function finishPopup(way: Way, claims: Record<string, unknown> = {}, options = {}) {
    const popup = await openPopup(way);
    const { code: providerCode, state } =
      way !== 'github'
        ? issuer.agree(popup.redirectUrl, claims, options)
        : github.agree(popup.redirectUrl, ada);
    const end = await returnTo(way, { code: providerCode, state }, popup.cookie);
    return { ...popup, end, code: codeIn(end.text) };
  }

  return {
    api,
    site,
    callback,
    settings,
    openPopup,
    returnTo,
    finishPopup,
    get issuer() {
      return issuer;
    },
    get github() {
      return github;
    },
    /** Exchanges the code of a popup for a session, as the page of the site does. */
    redeem: (way: Way, code: string, verifier: string): Promise<TestAnswer> =>
      api.request('POST', '/api/user/login/from-firebase', {
        ...from,
        headers: { accessToken: `Bearer ${code}` },
        body: { provider: providerId(way), idToken: verifier },
      }),
    expectNobody: async (): Promise<void> => {
      expect(await api.db.select().from(users)).toEqual([]);
      expect(await api.db.select().from(sessions)).toEqual([]);
    },
  };
}
