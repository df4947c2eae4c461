import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { SocialProviderId } from '@/lib/contract/sign-in';
import type { FirebaseConfig } from '@/server/identity/identity-config';
import { answerBrowser } from './identity-double-pages';
import {
  answerServer,
  clientIds,
  clientSecret,
  type Grant,
  type PendingCode,
} from './identity-double-providers';
import type { Person } from './identity-person';

type DoubleOptions = {
  now?: () => Date;
  port?: number;
  /** Accounts that can be chosen in a browser. */
  people?: readonly Person[];
};

export const doubleProjectId = 'demo-double';
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
  function grant(provider: SocialProviderId, person: Person, clientId: string = clientIds[provider]): string {
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
  function claimsOf(provider: SocialProviderId, person: Person) {
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
  async function popup(provider: SocialProviderId, person: Person) {
    const idToken = await signIdToken(claimsOf(provider, person));
    return { provider, idToken, providerToken: grant(provider, person) };
  }

  async function respond(req: IncomingMessage, url: URL, body: string) {
    if (req.method === 'OPTIONS') return { status: 204, type: 'text/plain', text: '' };
    if (faults.has(url.pathname)) return { status: 500, type: 'application/json', text: '{}' };
    const browserResponse = await answerBrowser({ popup, agree }, people, { url, body });
    if (browserResponse) return { ...browserResponse, text: browserResponse.body };
    const [status, answer] = answerServer({ req, url, body }, { jwk, grants, codes, grant });
    return { status, type: 'application/json', text: JSON.stringify(answer) };
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

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: AsyncIterable<Buffer> = req;
  let text = '';
  for await (const chunk of chunks) text += chunk.toString('utf8');
  return text;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The double is not listening');
  return address.port;
}
