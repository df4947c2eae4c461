import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { OpenIDConfig } from '@/server/identity/identity-config';
import { pkceChallenge } from '@/server/base/token';

type Claims = Record<string, unknown>;
type PendingCode = { codeChallenge: string; redirectURI: string; claims: Claims; isForeignKey: boolean };

const client = { clientId: 'double-client', clientSecret: 'double-secret' };

/**
 * An issuer of OpenID Connect that can lie: the claims of its ID tokens are up to the test. It checks the verifier, the
 * redirect URI and the secret of every code, which works once.
 */
export async function startOpenIDDouble() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, PendingCode>();
  const faults = new Set<string>();

  /** Creates a code, as if the user had agreed to the request in `redirectUrl`. */
  function agree(redirectUrl: string, changes: Claims = {}, { isForeignKey = false } = {}) {
    const query = new URL(redirectUrl).searchParams;
    const seconds = Math.floor(Date.now() / 1000);
    const code = randomBytes(18).toString('base64url');
    codes.set(code, {
      codeChallenge: query.get('code_challenge') ?? '',
      redirectURI: query.get('redirect_uri') ?? '',
      isForeignKey,
      claims: {
        iss: base(),
        aud: client.clientId,
        sub: '1001',
        iat: seconds,
        exp: seconds + 300,
        nonce: query.get('nonce'),
        email: 'ada@example.com',
        email_verified: true,
        name: 'Ada Lovelace',
        ...changes,
      },
    });
    return { code, state: query.get('state') ?? '' };
  }

  async function exchange(form: URLSearchParams): Promise<[number, unknown]> {
    const code = form.get('code') ?? '';
    const pending = codes.get(code);
    codes.delete(code);
    const isValid =
      pending?.codeChallenge === pkceChallenge(form.get('code_verifier') ?? '') &&
      pending.redirectURI === form.get('redirect_uri') &&
      form.get('client_id') === client.clientId &&
      form.get('client_secret') === client.clientSecret;
    if (!isValid) return [400, { error: 'invalid_grant' }];
    const id_token = await new SignJWT(pending.claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(pending.isForeignKey ? foreign.privateKey : privateKey);
    return [200, { access_token: 'access', token_type: 'bearer', id_token }];
  }

  async function answer(path: string, body: string): Promise<[number, unknown]> {
    if (faults.has(path)) return [503, {}];
    if (path === '/jwks') return [200, { keys: [jwk] }];
    if (path === '/token') return exchange(new URLSearchParams(body));
    if (path !== '/.well-known/openid-configuration') return [404, {}];
    return [
      200,
      {
        issuer: base(),
        authorization_endpoint: `${base()}authorize`,
        token_endpoint: `${base()}token`,
        jwks_uri: `${base()}jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    ];
  }

  const listener: RequestListener = (req, res) => {
    void (async () => {
      let body = '';
      const chunks: AsyncIterable<Buffer> = req;
      for await (const chunk of chunks) body += chunk.toString();
      const [status, content] = await answer(req.url ?? '', body);
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    })();
  };
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const config: OpenIDConfig = { issuerURL: base(), ...client };
  return {
    /** Paths that answer 503. */
    faults,
    agree,
    config,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  function base(): string {
    const address: AddressInfo | string | null = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The double is not listening');
    return `http://127.0.0.1:${address.port}/`;
  }
}

export type OpenIDDouble = Awaited<ReturnType<typeof startOpenIDDouble>>;
