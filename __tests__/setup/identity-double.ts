import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import * as z from 'zod/mini';
import type { ProviderId } from '@/lib/contract/sign-in';
import type { FirebaseConfig } from '@/server/identity/identity-config';
import { answerBrowser } from './identity-double-pages';
import type { Person } from './identity-person';

type Grant = { provider: ProviderId; person: Person; clientId: string };
type PendingCode = Grant & { codeChallenge: string; redirectURI: string };

type DoubleOptions = {
  now?: () => Date;
  port?: number;
  /** Accounts that can be chosen in a browser. */
  people?: readonly Person[];
};

export const doubleProjectId = 'demo-double';
const clientIds = { 'google.com': 'web.apps.googleusercontent.com', 'github.com': 'Iv1.double' } as const;
const clientSecret = 'double-secret';
const keyId = 'double-1';

/**
 * The parts of Firebase, Google and Github that sign-in uses, on a local port: ID tokens signed with RS256 by a
 * published key, a new access token for each sign-in, the token checks of the providers, and authorization codes with
 * PKCE.
 */
export async function startIdentityDouble({
  now = () => new Date(),
  port = 0,
  people = [],
}: DoubleOptions = {}) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();
  const codes = new Map<string, PendingCode>();
  const faults = new Set<string>();

  /** Creates an access token of a provider, issued to our client unless another one is named. */
  function grant(provider: ProviderId, person: Person, clientId: string = clientIds[provider]): string {
    const accessToken = `${provider === 'google.com' ? 'ya29.' : 'gho_'}${randomBytes(18).toString('base64url')}`;
    grants.set(accessToken, { provider, person, clientId });
    return accessToken;
  }

  /** Creates a code of a provider, as if the user had consented to the request in `redirectUrl`. */
  function agree(redirectUrl: string, person: Person): { code: string; state: string; callback: string } {
    const query = new URL(redirectUrl).searchParams;
    const provider = query.get('client_id') === clientIds['google.com'] ? 'google.com' : 'github.com';
    if (query.get('code_challenge_method') !== 'S256') throw new Error('Only S256 is accepted');
    const code = randomBytes(18).toString('base64url');
    const redirectURI = query.get('redirect_uri') ?? '';
    codes.set(code, {
      provider,
      person,
      clientId: query.get('client_id') ?? '',
      codeChallenge: query.get('code_challenge') ?? '',
      redirectURI,
    });
    return { code, state: query.get('state') ?? '', callback: redirectURI };
  }

  /** Returns the claims of an ID token after a sign-in at this moment. */
  function claimsOf(provider: ProviderId, person: Person) {
    const nowSeconds = Math.floor(now().getTime() / 1000);
    const rawId = person.ids[provider];
    return {
      iss: `https://securetoken.google.com/${doubleProjectId}`,
      aud: doubleProjectId,
      sub: createHash('sha256')
        .update(provider + rawId)
        .digest('base64url')
        .slice(0, 28),
      iat: nowSeconds,
      exp: nowSeconds + 3_600,
      auth_time: nowSeconds,
      name: person.name,
      email: person.email,
      email_verified: provider === 'google.com',
      firebase: {
        identities: { [provider]: [rawId], email: [person.email] },
        sign_in_provider: provider,
      },
    };
  }

  async function signIdToken(
    claims: Record<string, unknown>,
    { key = privateKey, kid = keyId }: { key?: CryptoKey; kid?: string } = {},
  ): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key);
  }

  /** Creates the tokens at the end of a popup sign-in. */
  async function popup(provider: ProviderId, person: Person) {
    const idToken = await signIdToken(claimsOf(provider, person));
    return { provider, idToken, providerToken: grant(provider, person) };
  }

  async function respond(req: IncomingMessage, url: URL, body: string) {
    if (req.method === 'OPTIONS') return { status: 204, type: 'text/plain', text: '' };
    if (faults.has(url.pathname)) return { status: 500, type: 'application/json', text: '{}' };
    const shown = await answerBrowser({ popup, agree }, people, { url, body });
    if (shown) return { ...shown, text: shown.body };
    const [status, answered] = answer({ req, url, body }, { jwk, grants, codes, grant });
    return { status, type: 'application/json', text: JSON.stringify(answered) };
  }

  const listener: RequestListener = (req, res) => {
    void (async () => {
      const url = new URL(req.url ?? '/', 'http://double');
      const body = await readAll(req);
      const { status, type, text } = await respond(req, url, body);
      if (faults.has(`${url.pathname} slow`)) return;
      res.writeHead(status, {
        'content-type': type,
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      });
      res.end(text);
    })();
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${portOf(server)}`;

  return {
    base,
    /** Paths that answer 500. Paths with the suffix ` slow` never answer. */
    faults,
    grant,
    agree,
    claimsOf,
    signIdToken,
    popup,
    /** Configuration of a product server that uses the double. */
    config: configFor(base),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type IdentityDouble = Awaited<ReturnType<typeof startIdentityDouble>>;

function configFor(base: string): FirebaseConfig {
  return {
    kind: 'firebase',
    apiKey: 'double-key',
    authDomain: `${doubleProjectId}.firebaseapp.com`,
    projectId: doubleProjectId,
    jwksURL: `${base}/jwks`,
    google: {
      clientIds: [clientIds['google.com']],
      clientSecret,
      authorizeURL: `${base}/google/authorize`,
      tokenURL: `${base}/google/token`,
      tokeninfoURL: `${base}/google/tokeninfo`,
      userinfoURL: `${base}/google/userinfo`,
    },
    github: {
      clientId: clientIds['github.com'],
      clientSecret,
      url: `${base}/github`,
      apiURL: `${base}/github/api`,
    },
  };
}

type Asked = { req: IncomingMessage; url: URL; body: string };
type State = {
  jwk: JWK;
  grants: Map<string, Grant>;
  codes: Map<string, PendingCode>;
  grant: (provider: ProviderId, person: Person, clientId?: string) => string;
};
type Answer = [status: number, body: unknown];

function answer({ req, url, body }: Asked, state: State): Answer {
  const bearer = state.grants.get(/^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '');
  const check = /^\/github\/api\/applications\/([^/]+)\/token$/.exec(url.pathname);
  if (check) return checkGithubToken(state, check[1] ?? '', body);
  switch (url.pathname) {
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

function inspectGoogleToken({ grants }: State, accessToken: string): Answer {
  const found = grants.get(accessToken);
  if (found?.provider !== 'google.com') return [400, { error: 'invalid_token' }];
  const { clientId, person } = found;
  // Google sends the boolean as a string.
  return [200, { aud: clientId, sub: person.ids['google.com'], email: person.email, email_verified: 'true' }];
}

const tokenBody = z.object({ access_token: z.string() });

function checkGithubToken({ grants }: State, clientId: string, body: string): Answer {
  const found = grants.get(tokenBody.parse(JSON.parse(body)).access_token);
  if (found?.provider !== 'github.com' || found.clientId !== clientId) return [404, { message: 'Not Found' }];
  return [200, { app: { client_id: clientId }, user: { id: Number(found.person.ids['github.com']) } }];
}

function exchangeCode({ codes, grant }: State, form: URLSearchParams): Answer {
  const code = form.get('code') ?? '';
  const pending = codes.get(code);
  codes.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight =
    pending?.codeChallenge === challenge &&
    pending.redirectURI === form.get('redirect_uri') &&
    pending.clientId === form.get('client_id') &&
    form.get('client_secret') === clientSecret;
  // Github refuses with status 200.
  if (!isRight) return [200, { error: 'bad_verification_code' }];
  return [200, { access_token: grant(pending.provider, pending.person), token_type: 'bearer' }];
}

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: AsyncIterable<Buffer> = req;
  let text = '';
  for await (const chunk of chunks) text += chunk.toString('utf8');
  return text;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The double does not listen');
  return address.port;
}
