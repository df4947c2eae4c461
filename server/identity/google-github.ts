import * as z from 'zod/mini';
import { ApiError } from '@/server/base/errors';
import { text } from '@/lib/texts/texts';
import type { FirebaseConfig, GithubConfig } from './identity-config';
import {
  urlWithParams,
  callbackURL,
  type IdentityProvider,
  isSameEmail,
  askProvider,
} from './identity-provider';

/** Google sends the booleans and numbers of this answer as strings. */
const tokeninfo = z.object({
  aud: z.string(),
  sub: z.string(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.string(), z.boolean()])),
});
const userinfo = z.object({
  sub: z.string(),
  name: z.optional(z.string()),
});
const tokens = z.object({ access_token: z.string() });

export function createGoogle({
  clientIds,
  clientSecret,
  authorizeURL,
  tokenURL,
  tokeninfoURL,
  userinfoURL,
}: FirebaseConfig['google']): IdentityProvider {
  const [clientId = ''] = clientIds;

  const inspect = async (accessToken: string) => {
    const info = await askProvider(tokeninfo, urlWithParams(tokeninfoURL, { access_token: accessToken }));
    return info && clientIds.includes(info.aud) ? info : undefined;
  };

  return {
    issuer: 'https://accounts.google.com',
    findAccountId: async (accessToken) => (await inspect(accessToken))?.sub,
    async findAccount(accessToken) {
      const info = await inspect(accessToken);
      const headers = { authorization: `Bearer ${accessToken}` };
      const account = info && (await askProvider(userinfo, userinfoURL, { headers }));
      if (!info || account?.sub !== info.sub) return undefined;
      return {
        id: info.sub,
        email: info.email ?? null,
        isEmailVerified: String(info.email_verified) === 'true',
        name: account.name ?? null,
      };
    },
    async hasVerified(accessToken, email) {
      const info = await inspect(accessToken);
      if (info?.email === undefined || !isSameEmail(info.email, email)) return false;
      return String(info.email_verified) === 'true';
    },
    redirectURL({ state, codeChallenge, serverBase }) {
      requireSecret();
      return urlWithParams(authorizeURL, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callbackURL(serverBase, 'google.com'),
        scope: 'openid email profile',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
    },
    async exchangeCode({ code, verifier, serverBase }) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: requireSecret(),
        redirect_uri: callbackURL(serverBase, 'google.com'),
        code,
        code_verifier: verifier,
      });
      return (await askProvider(tokens, tokenURL, { method: 'POST', body }))?.access_token;
    },
  };

  function requireSecret(): string {
    if (clientSecret) return clientSecret;
    throw new ApiError(
      'unavailable',
      text(
        'signIn.googlePopupOnly',
        'Sign-in with Google works only in a popup on this site. Please allow the popup.',
      ),
    );
  }
}

const id = z.union([z.number(), z.string()]);
const checkedToken = z.object({ user: z.object({ id }) });
const account = z.object({
  id,
  login: z.string(),
  name: z.nullish(z.string()),
});
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export function createGithub({ clientId, clientSecret, url, apiURL }: GithubConfig): IdentityProvider {
  const headers = { accept: 'application/vnd.github+json', 'user-agent': 'listgrove' };
  const withToken = (accessToken: string) => ({
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
  });
  const listEmails = (accessToken: string) =>
    askProvider(emails, `${apiURL}/user/emails`, withToken(accessToken));

  async function findAccountId(accessToken: string): Promise<string | undefined> {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const checked = await askProvider(
      checkedToken,
      `${apiURL}/applications/${encodeURIComponent(clientId)}/token`,
      {
        method: 'POST',
        headers: {
          ...headers,
          authorization: `Basic ${credentials}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ access_token: accessToken }),
      },
    );
    return checked && String(checked.user.id);
  }

  return {
    issuer: 'https://github.com',
    findAccountId,
    async findAccount(accessToken) {
      const accountId = await findAccountId(accessToken);
      const found = accountId && (await askProvider(account, `${apiURL}/user`, withToken(accessToken)));
      if (!found || String(found.id) !== accountId) return undefined;
      const primary = (await listEmails(accessToken))?.find((entry) => entry.primary);
      return {
        id: accountId,
        email: primary?.email ?? null,
        isEmailVerified: primary?.verified ?? false,
        name: found.name ?? found.login,
      };
    },
    async hasVerified(accessToken, email) {
      const listed = await listEmails(accessToken);
      return listed?.some((entry) => entry.verified && isSameEmail(entry.email, email)) ?? false;
    },
    redirectURL: ({ state, codeChallenge, serverBase }) =>
      urlWithParams(`${url}/login/oauth/authorize`, {
        client_id: clientId,
        redirect_uri: callbackURL(serverBase, 'github.com'),
        scope: 'user:email',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }),
    async exchangeCode({ code, verifier, serverBase }) {
      const body = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: callbackURL(serverBase, 'github.com'),
        code,
        code_verifier: verifier,
      });
      const init = { method: 'POST', headers: { accept: 'application/json' }, body };
      return (await askProvider(tokens, `${url}/login/oauth/access_token`, init))?.access_token;
    },
  };
}
