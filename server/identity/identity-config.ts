import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { ConfigError } from '@/server/base/errors';

type Values = { APP_ENV?: string; LOCAL_IDENTITY?: 'on' | 'off' } & Record<
  | 'NEXT_PUBLIC_FIREBASE_API_KEY'
  | 'NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN'
  | 'NEXT_PUBLIC_FIREBASE_PROJECT_ID'
  | 'GOOGLE_CLIENT_IDS'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GITHUB_CLIENT_ID'
  | 'GITHUB_CLIENT_SECRET'
  | 'FIREBASE_JWKS_URL'
  | 'GOOGLE_AUTHORIZE_URL'
  | 'GOOGLE_TOKEN_URL'
  | 'GOOGLE_TOKENINFO_URL'
  | 'GOOGLE_USERINFO_URL'
  | 'GITHUB_URL'
  | 'GITHUB_API_URL'
  | 'GOOGLE_ISSUER'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME',
  string
>;

/** The settings that decide whether only this machine can reach the site. */
type Place = {
  appEnv: 'development' | 'demo' | 'production';
  host: string;
  siteURL: string;
  serverURL: string;
  siteOrigins: readonly string[];
};

export type FirebaseConfig = {
  kind: 'firebase';
  /** Sent to the popup in the browser, together with the project id. */
  apiKey: string;
  authDomain: string;
  projectId: string;
  jwksURL: string;
  google: {
    /** The OAuth clients whose tokens are accepted. The redirect sign-in uses the first one. */
    clientIds: readonly string[];
    /** Only the redirect sign-in needs it. */
    clientSecret: string | undefined;
    authorizeURL: string;
    tokenURL: string;
    tokeninfoURL: string;
    userinfoURL: string;
  };
  github: GithubConfig;
};

export type GithubConfig = { clientId: string; clientSecret: string; url: string; apiURL: string };

/** A client of this site at an issuer of OpenID Connect. */
export type OpenIDConfig = { issuerURL: string; clientId: string; clientSecret: string };

/** The product server itself signs in with the providers. Each is absent unless its client is configured. */
export type OAuthConfig = {
  kind: 'oauth';
  google?: OpenIDConfig;
  github?: GithubConfig;
  oidc?: OpenIDConfig & { name: string };
};

/** With `none`, visitors can browse, and sign in by email if the site offers that. The owner signs in with the setup link. */
export type IdentityConfig = FirebaseConfig | OAuthConfig | { kind: 'local' } | { kind: 'none' };

const required = [
  'NEXT_PUBLIC_FIREBASE_API_KEY',
  'NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN',
  'NEXT_PUBLIC_FIREBASE_PROJECT_ID',
  'GOOGLE_CLIENT_IDS',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
] as const satisfies readonly (keyof Values)[];

/**
 * Selects Firebase if it is configured, else the clients at Google and Github, else the local provider if it is requested
 * and allowed, else none. Codes by email are beside each of these.
 *
 * @throws ConfigError if a service is partly configured, or if the local provider is requested where it is not allowed.
 */
export function readIdentityConfig(values: Values, place: Place): IdentityConfig {
  const missing = required.filter((name) => !values[name]);
  const isWanted = required.some((name) => name.startsWith('NEXT_PUBLIC_') && values[name]);
  if (missing.length === 0) return readFirebase(values);
  if (isWanted)
    throw new ConfigError(`Firebase is only partly configured: set ${missing.join(' and ')} too.`);
  const oauth = readOAuth(values);
  if (oauth.google || oauth.github || oauth.oidc) return oauth;
  if (!isLocalWanted(values, place)) return { kind: 'none' };
  if (!isLocalPlace(place)) {
    throw new ConfigError(
      'LOCAL_IDENTITY lets anyone sign in with demo accounts, so it is allowed on this machine only: set APP_ENV to development or demo and keep HOST, NEXT_PUBLIC_SITE_URL, NEXT_PUBLIC_SERVER_URL and SITE_ORIGINS on loopback addresses, or configure sign-in as docs/sign-in.md describes.',
    );
  }
  return { kind: 'local' };
}

/** LOCAL_IDENTITY decides; without it, APP_ENV on loopback addresses requests the local provider. */
function isLocalWanted({ LOCAL_IDENTITY }: Values, place: Place): boolean {
  return LOCAL_IDENTITY === undefined ? isLocalPlace(place) : LOCAL_IDENTITY === 'on';
}

function readFirebase(values: Values): FirebaseConfig {
  return {
    kind: 'firebase',
    apiKey: values.NEXT_PUBLIC_FIREBASE_API_KEY,
    authDomain: values.NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN,
    projectId: values.NEXT_PUBLIC_FIREBASE_PROJECT_ID,
    jwksURL: values.FIREBASE_JWKS_URL,
    google: {
      clientIds: clientIdsOf(values),
      clientSecret: values.GOOGLE_CLIENT_SECRET || undefined,
      authorizeURL: values.GOOGLE_AUTHORIZE_URL,
      tokenURL: values.GOOGLE_TOKEN_URL,
      tokeninfoURL: values.GOOGLE_TOKENINFO_URL,
      userinfoURL: values.GOOGLE_USERINFO_URL,
    },
    github: githubOf(values),
  };
}

/** @throws ConfigError if a client has an id without a secret, or the reverse. */
function readOAuth(values: Values): OAuthConfig {
  requirePair(values, 'GOOGLE_CLIENT_IDS', 'GOOGLE_CLIENT_SECRET');
  requirePair(values, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET');
  requirePair(values, 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  requirePair(values, 'OIDC_ISSUER', 'OIDC_CLIENT_ID');
  const [clientId = ''] = clientIdsOf(values);
  return {
    kind: 'oauth',
    ...(values.GOOGLE_CLIENT_SECRET && {
      google: {
        issuerURL: issuerURL('GOOGLE_ISSUER', values.GOOGLE_ISSUER),
        clientId,
        clientSecret: values.GOOGLE_CLIENT_SECRET,
      },
    }),
    ...(values.GITHUB_CLIENT_SECRET && { github: githubOf(values) }),
    ...(values.OIDC_ISSUER && {
      oidc: {
        issuerURL: issuerURL('OIDC_ISSUER', values.OIDC_ISSUER),
        clientId: values.OIDC_CLIENT_ID,
        clientSecret: values.OIDC_CLIENT_SECRET,
        name: values.OIDC_NAME || 'single sign-on',
      },
    }),
  };
}

function requirePair(values: Values, id: keyof Values, secret: keyof Values): void {
  if (Boolean(values[id]) === Boolean(values[secret])) return;
  const [given, missing] = values[id] ? [id, secret] : [secret, id];
  throw new ConfigError(`Sign-in is only partly configured: ${given} is set, so set ${missing} too.`);
}

/** @throws ConfigError unless others cannot read along: it must be https, except on this machine. */
function issuerURL(name: string, value: string): string {
  const { protocol, hostname } = canParseURL(value) ? new URL(value) : { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))) return value;
  throw new ConfigError(`${name} must be an https URL, for example https://accounts.google.com.`);
}

const clientIdsOf = (values: Values) => values.GOOGLE_CLIENT_IDS.split(',').map((id) => id.trim());

const githubOf = (values: Values): GithubConfig => ({
  clientId: values.GITHUB_CLIENT_ID,
  clientSecret: values.GITHUB_CLIENT_SECRET,
  url: values.GITHUB_URL,
  apiURL: values.GITHUB_API_URL,
});

/**
 * Whether the local provider and the helpers of development are allowed: only on loopback addresses, and only if APP_ENV
 * says that this is not production.
 */
export function isLocalPlace({ appEnv, host, siteURL, serverURL, siteOrigins }: Place): boolean {
  const urls = [siteURL, ...siteOrigins, ...(serverURL.startsWith('/') ? [] : [serverURL])];
  return (
    (appEnv === 'development' || appEnv === 'demo') &&
    isLoopbackName(host) &&
    urls.every((url) => canParseURL(url) && isLoopbackName(new URL(url).hostname))
  );
}

/** Whether a host name always means this machine. Other names may resolve to 127.0.0.1 today and elsewhere tomorrow. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
