import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import type { SocialProviderId } from '@/lib/contract/sign-in';
import type { Person } from './identity-person';

export const clientIds = {
  'google.com': 'web.apps.googleusercontent.com',
  'github.com': 'Iv1.double',
} as const;
export const clientSecret = 'double-secret';

export type Grant = { provider: SocialProviderId; person: Person; clientId: string };
export type PendingCode = Grant & { codeChallenge: string; redirectURI: string };

type ProviderRequest = { req: IncomingMessage; url: URL; body: string };
type State = {
  jwk: JWK;
  grants: Map<string, Grant>;
  codes: Map<string, PendingCode>;
  grant: (provider: SocialProviderId, person: Person, clientId?: string) => string;
};
type ProviderResponse = [status: number, body: unknown];

/** Answers the calls that the product server sends to the providers. */
export function answerServer({ req, url, body }: ProviderRequest, state: State): ProviderResponse {
  const bearer = state.grants.get(/^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '');
  const check = /^\/github\/api\/applications\/([^/]+)\/token$/.exec(url.pathname);
  if (check) return checkGithubToken(state, check[1] ?? '', body);
  switch (url.pathname) {
    // `doctor` asks whether Github answers.
    case '/github':
    case '/github/api':
      return [200, {}];
    case '/jwks':
      return [200, { keys: [state.jwk] }];
    case '/google/tokeninfo':
      return inspectGoogleToken(state, url.searchParams.get('access_token') ?? '');
    case '/google/userinfo':
      return bearer ? [200, { sub: bearer.person.ids['google.com'], name: bearer.person.name }] : [401, {}];
    case '/google/token':
    case '/github/login/oauth/access_token':
      return exchangeCode(state, new URLSearchParams(body));
    case '/github/api/user':
      return bearer
        ? [200, { id: Number(bearer.person.ids['github.com']), login: 'login', name: bearer.person.name }]
        : [401, {}];
    case '/github/api/user/emails':
      return bearer ? [200, [githubEmail(bearer.person)]] : [401, {}];
    default:
      return [404, {}];
  }
}

const githubEmail = ({ email, isVerifiedAtGithub = false }: Person) => ({
  email,
  primary: true,
  verified: isVerifiedAtGithub,
});

function inspectGoogleToken({ grants }: State, accessToken: string): ProviderResponse {
  const found = grants.get(accessToken);
  if (found?.provider !== 'google.com') return [400, { error: 'invalid_token' }];
  const { clientId, person } = found;
  const { ids, email, isVerifiedAtGoogle = true } = person;
  // Google sends the boolean as a string.
  return [200, { aud: clientId, sub: ids['google.com'], email, email_verified: String(isVerifiedAtGoogle) }];
}

const tokenBody = z.object({ access_token: z.string() });

function checkGithubToken({ grants }: State, clientId: string, body: string): ProviderResponse {
  const found = grants.get(tokenBody.parse(JSON.parse(body)).access_token);
  if (found?.provider !== 'github.com' || found.clientId !== clientId) return [404, { message: 'Not Found' }];
  return [200, { app: { client_id: clientId }, user: { id: Number(found.person.ids['github.com']) } }];
}

function exchangeCode({ codes, grant }: State, form: URLSearchParams): ProviderResponse {
  const code = form.get('code') ?? '';
  const pending = codes.get(code);
  codes.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isValid =
    pending?.codeChallenge === challenge &&
    pending.redirectURI === form.get('redirect_uri') &&
    pending.clientId === form.get('client_id') &&
    form.get('client_secret') === clientSecret;
  // Github reports errors with status 200.
  if (!isValid) return [200, { error: 'bad_verification_code' }];
  return [200, { access_token: grant(pending.provider, pending.person), token_type: 'bearer' }];
}
