import * as z from 'zod/mini';
import type { GithubConfig } from './identity-config';
import { urlWithParams, callbackURL, type IdentityProvider, isSameEmail } from './identity-provider';
import { askProvider } from './provider-request';

const id = z.union([z.number(), z.string()]);
const checkedToken = z.object({ user: z.object({ id }) });
const account = z.object({
  id,
  login: z.string(),
  name: z.nullish(z.string()),
});
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const tokens = z.object({ access_token: z.string() });

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
