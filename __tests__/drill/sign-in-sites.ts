import { startSite } from '../e2e/start-site';
import { freePort } from '../bench/processes';
import { startIdentityDouble } from '../setup/identity-double';
import type { Person } from '../setup/identity-person';
import { startOpenIDProvider } from '../setup/openid-provider';
import { startHTTPSDouble } from './https-double';

export type SignInSite = {
  url: string;
  /** The port of a proxy that answers for Firebase. */
  firebase?: { authOrigin: string; proxyPort: number };
  stop: () => Promise<void>;
};

/** Limits would end a drill that signs in from one address. */
const unlimited = { UNLIMITED_ADDRESSES: '127.0.0.1,::1', TRUSTED_PROXY_HOPS: '0' };
const common = { APP_ENV: 'development', LOG_LEVEL: 'error', ...unlimited };

/** A site that signs in with Google, Github and another issuer by itself. */
export async function startOAuthSite(people: readonly Person[]): Promise<SignInSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const callback = (provider: string) => `${url}/api/user/login/${provider}/callback`;
  const google = await startOpenIDProvider({ callback: callback('google'), people });
  const oidc = await startOpenIDProvider({ callback: callback('oidc'), people });
  const double = await startIdentityDouble({ people });
  const { github } = double.config;
  const site = await startSite(
    { url, port },
    {
      ...common,
      GOOGLE_CLIENT_IDS: google.config.clientId,
      GOOGLE_CLIENT_SECRET: google.config.clientSecret,
      GOOGLE_ISSUER: google.config.issuerURL,
      OIDC_CLIENT_ID: oidc.config.clientId,
      OIDC_CLIENT_SECRET: oidc.config.clientSecret,
      OIDC_ISSUER: oidc.config.issuerURL,
      OIDC_NAME: 'Example login',
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.apiURL,
    },
  );
  return {
    url,
    async stop() {
      await site.stop();
      google.close();
      oidc.close();
      await double.close();
    },
  };
}

/** A site that signs in with Firebase. */
export async function startFirebaseSite(people: readonly Person[]): Promise<SignInSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const double = await startIdentityDouble({ people });
  const { apiKey, authDomain, projectId, jwksURL, google, github } = double.config;
  const site = await startSite(
    { url, port },
    {
      ...common,
      NEXT_PUBLIC_FIREBASE_API_KEY: apiKey,
      NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: authDomain,
      NEXT_PUBLIC_FIREBASE_PROJECT_ID: projectId,
      FIREBASE_JWKS_URL: jwksURL,
      GOOGLE_CLIENT_IDS: google.clientIds.join(','),
      GOOGLE_CLIENT_SECRET: google.clientSecret ?? '',
      GOOGLE_AUTHORIZE_URL: google.authorizeURL,
      GOOGLE_TOKEN_URL: google.tokenURL,
      GOOGLE_TOKENINFO_URL: google.tokeninfoURL,
      GOOGLE_USERINFO_URL: google.userinfoURL,
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.apiURL,
    },
  );
  const calls = ['identitytoolkit', 'securetoken'].map((name) => `https://${name}.googleapis.com`);
  const authOrigin = `https://${authDomain}`;
  const proxy = await startHTTPSDouble([authOrigin, 'https://apis.google.com', ...calls], double.base);
  return {
    url,
    firebase: { authOrigin, proxyPort: proxy.port },
    async stop() {
      await site.stop();
      await proxy.close();
      await double.close();
    },
  };
}
