import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration } from 'oidc-provider';
import type { OpenIDConfig } from '@/server/identity/identity-config';
import type { Person } from './identity-person';

type ProviderOptions = { port?: number; callback: string; people: readonly Person[] };

const client = { clientId: 'listgrove', clientSecret: 'a-secret-of-the-client' };

/** The library advises on the console against its defaults, which are right for tests. */
async function withoutAdvice<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/**
 * A certified provider of OpenID Connect on a local port, with this site as its client. Its page lists the people, and a
 * link that denies consent. It demands PKCE, and sends the email in the user info alone.
 */
export async function startOpenIDProvider({ port = 0, callback, people }: ProviderOptions) {
  const server = createServer((req, res) => void handle(req, res));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The provider is not listening');
  const issuerURL = `http://127.0.0.1:${address.port}/`;

  const { default: Provider, interactionPolicy } = await withoutAdvice(() => import('oidc-provider'));
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => claimsOf(accountId) }),
    // Who signs in agrees to everything.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  };
  const provider = await withoutAdvice(() => Promise.resolve(new Provider(issuerURL, configuration)));
  const answer = provider.callback();

  function claimsOf(accountId: string) {
    const person = people.find(({ ids }) => ids['google.com'] === accountId);
    if (!person) throw new Error('There is no such person');
    const { name, email, isVerifiedAtGoogle = true } = person;
    return { sub: accountId, name, email, email_verified: isVerifiedAtGoogle };
  }

  async function handle(...[req, res]: Parameters<typeof answer>): Promise<void> {
    const url = new URL(req.url ?? '/', issuerURL);
    if (!url.pathname.startsWith('/interaction/')) {
      await answer(req, res);
      return;
    }
    const accountId = url.searchParams.get('person');
    if (accountId !== null) {
      return provider.interactionFinished(req, res, { login: { accountId }, select_account: {} });
    }
    if (url.searchParams.has('deny'))
      return provider.interactionFinished(req, res, { error: 'access_denied' });
    const links = people.map(
      ({ name, email, ids }) => `<p><a href="?person=${ids['google.com']}">${name} &lt;${email}&gt;</a>`,
    );
    res.writeHead(200, { 'content-type': 'text/html' });
    res.end(
      `<!doctype html><title>Sign in</title><h1>Google</h1>${links.join('')}<p><a href="?deny">Deny</a>`,
    );
  }

  return {
    config: { issuerURL, ...client } satisfies OpenIDConfig,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
