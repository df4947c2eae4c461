import { config } from 'dotenv';
import * as z from 'zod/mini';
import { ConfigError } from './errors';
import { canonicalAddress } from './ip-address';
import { readIdentityConfig } from './identity/identity-config';
import { isSessionKey } from './sessions/key-ring';

const text = z._default(z.string(), '');
const webURL = (fallback: string) => z._default(z.url({ protocol: /^https?$/ }), fallback);
const count = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.nonnegative()), fallback);

const variables = z.object({
  APP_ENV: z.optional(z.enum(['development', 'demo', 'production'])),
  LOCAL_IDENTITY: z.optional(z.enum(['on', 'off'])),
  NODE_ENV: text,
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: text,
  DATABASE_POOL_MAX: count(10),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TRUSTED_PROXY_HOPS: count(0),
  UNLIMITED_ADDRESSES: text,
  DRAIN_NOTICE_MS: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
  SITE_ORIGINS: text,
  SECURITY_CONTACT: text,
  SECURITY_POLICY: text,
  SESSION_KEYS: text,
  ADMIN_EMAILS: text,
  NEXT_PUBLIC_FIREBASE_API_KEY: text,
  NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: text,
  NEXT_PUBLIC_FIREBASE_PROJECT_ID: text,
  GOOGLE_CLIENT_IDS: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  FIREBASE_JWKS_URL: webURL(
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ),
  GOOGLE_AUTHORIZE_URL: webURL('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: webURL('https://oauth2.googleapis.com/token'),
  GOOGLE_TOKENINFO_URL: webURL('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: webURL('https://openidconnect.googleapis.com/v1/userinfo'),
  GITHUB_URL: webURL('https://github.com'),
  GITHUB_API_URL: webURL('https://api.github.com'),
  S3_ENDPOINT: text,
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  SMTP_URL: text,
  MAIL_FROM: text,
  ALGOLIA_ADMIN_KEY: text,
  NEXT_PUBLIC_ALGOLIA_APP_ID: text,
  NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: text,
  NEXT_PUBLIC_SERVER_URL: text,
  NEXT_PUBLIC_COOKIE_DOMAIN: text,
  NEXT_PUBLIC_SITE_NAME: z._default(z.string(), 'Sprig'),
  NEXT_PUBLIC_SITE_NOUN: z._default(z.string(), 'tool'),
  NEXT_PUBLIC_SITE_URL: text,
  NEXT_PUBLIC_NEWSLETTER_URL: text,
  NEXT_PUBLIC_NEWSLETTER_LIST: text,
  NEXT_PUBLIC_GA_ID: text,
  NEXT_PUBLIC_GTM_ID: text,
});

export type ServerEnv = ReturnType<typeof readEnv>;

/**
 * Reads and checks the configuration. An empty variable counts as missing.
 *
 * @throws ConfigError naming the variable that is invalid or missing.
 */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} is invalid: ${issue?.message ?? 'unknown reason'}.`);
  }
  const values = parsed.data;
  requireWhole('Algolia', values, [
    'NEXT_PUBLIC_ALGOLIA_APP_ID',
    'NEXT_PUBLIC_ALGOLIA_SEARCH_KEY',
    'ALGOLIA_ADMIN_KEY',
  ]);
  requireWhole('The image bucket', values, [
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ]);
  requireWhole('The mail server', values, ['SMTP_URL', 'MAIL_FROM']);
  requireWhole('The newsletter service', values, [
    'NEXT_PUBLIC_NEWSLETTER_URL',
    'NEXT_PUBLIC_NEWSLETTER_LIST',
  ]);

  const appEnv = values.APP_ENV ?? (values.NODE_ENV === 'production' ? 'production' : 'development');
  const siteURL = baseURL(
    'NEXT_PUBLIC_SITE_URL',
    values.NEXT_PUBLIC_SITE_URL || `http://localhost:${values.PORT}`,
  );
  /** The prefix of every URL of the product server: a path of the site, or another origin. */
  const serverURL = values.NEXT_PUBLIC_SERVER_URL
    ? baseURL('NEXT_PUBLIC_SERVER_URL', values.NEXT_PUBLIC_SERVER_URL)
    : '/api';
  /** Origins whose pages may call the product server. */
  const siteOrigins = [siteURL, ...list(values.SITE_ORIGINS)].map((url) => origin('SITE_ORIGINS', url));
  const place = { appEnv, host: values.HOST, siteURL, serverURL, siteOrigins } as const;
  const identity = readIdentityConfig(values, place);
  return {
    ...place,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseURL: values.DATABASE_URL || undefined,
    databasePoolMax: values.DATABASE_POOL_MAX,
    logLevel: values.LOG_LEVEL,
    /** The number of proxies in front of the server that append to X-Forwarded-For. With 0, the header is ignored. */
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    /** Client addresses without rate limits per address, such as processes that render the pages elsewhere. */
    unlimitedAddresses: list(values.UNLIMITED_ADDRESSES).map(unlimitedAddress),
    /** How long /readyz answers 503 before the server closes connections. Only a load balancer needs the notice. */
    drainNoticeMs: values.DRAIN_NOTICE_MS ?? (values.NODE_ENV === 'production' ? 3_000 : 0),
    siteName: values.NEXT_PUBLIC_SITE_NAME,
    siteNoun: values.NEXT_PUBLIC_SITE_NOUN,
    /** The parent domain of cookies, if it cannot be derived from the site's host. */
    cookieDomain: values.NEXT_PUBLIC_COOKIE_DOMAIN || undefined,
    sessionKeys: readSessionKeys(values, appEnv === 'production' && identity.kind !== 'none'),
    identity,
    security: {
      contacts: readContacts(values.SECURITY_CONTACT || `${siteURL}/support#contact`),
      policyURL: baseURL('SECURITY_POLICY', values.SECURITY_POLICY || `${siteURL}/support#security`),
    },
    /** In lower case. */
    adminEmails: list(values.ADMIN_EMAILS.toLowerCase()),
    s3: values.S3_ENDPOINT
      ? {
          endpoint: baseURL('S3_ENDPOINT', values.S3_ENDPOINT),
          region: values.S3_REGION,
          bucket: values.S3_BUCKET,
          accessKeyId: values.S3_ACCESS_KEY_ID,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    smtp: values.SMTP_URL ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    algolia: values.ALGOLIA_ADMIN_KEY
      ? { appId: values.NEXT_PUBLIC_ALGOLIA_APP_ID, adminKey: values.ALGOLIA_ADMIN_KEY }
      : undefined,
    /** The service that the newsletter form posts to. Undefined: the product server. */
    newsletterURL: values.NEXT_PUBLIC_NEWSLETTER_URL
      ? baseURL('NEXT_PUBLIC_NEWSLETTER_URL', values.NEXT_PUBLIC_NEWSLETTER_URL)
      : undefined,
    /** Whether the pages load Google Analytics or Tag Manager. */
    hasGoogleTags: Boolean(values.NEXT_PUBLIC_GA_ID || values.NEXT_PUBLIC_GTM_ID),
  };
}

function requireWhole<Name extends string>(
  service: string,
  values: Record<Name, string>,
  names: readonly Name[],
) {
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0 && missing.length < names.length) {
    throw new ConfigError(
      `${service} is only partly configured. Set ${missing.join(' and ')} as well, or none of ${names.join(', ')}.`,
    );
  }
}

const list = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

function unlimitedAddress(text: string): string {
  const address = canonicalAddress(text);
  if (address !== undefined) return address;
  throw new ConfigError(
    `UNLIMITED_ADDRESSES contains ${text}, which is not an IP address. Example: 10.0.0.5,10.0.0.6`,
  );
}

function readSessionKeys(
  { SESSION_KEYS, DATABASE_URL }: { SESSION_KEYS: string; DATABASE_URL: string },
  isShared: boolean,
): string[] {
  const keys = list(SESSION_KEYS);
  if (!keys.every(isSessionKey)) {
    throw new ConfigError('SESSION_KEYS must be a comma-separated list of keys, each 32 bytes in base64url.');
  }
  if (keys.length === 0 && DATABASE_URL && isShared) {
    throw new ConfigError(
      'SESSION_KEYS is missing. With DATABASE_URL, set the same keys in every process, so that all can read the same sessions.',
    );
  }
  return keys;
}

/** RFC 9116 asks for URIs, so an email begins with `mailto:`. */
function readContacts(value: string): string[] {
  const contacts = list(value);
  if (contacts.every((contact) => /^(?:mailto:[^\s@]+@|https?:\/\/)\S+$/.test(contact))) return contacts;
  throw new ConfigError(
    'SECURITY_CONTACT must be a comma-separated list of links, like mailto:security@example.com or https://example.com/report.',
  );
}

function baseURL(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value))
    throw new ConfigError(`${name} is not an http(s) URL: ${value}`);
  return value.replace(/\/+$/, '');
}

function origin(name: string, value: string): string {
  return new URL(baseURL(name, value.trim())).origin;
}

/** Adds the variables of `.env.local` and `.env` that the environment of this process does not set. */
export function loadEnvFiles(): void {
  config({ path: ['.env.local', '.env'], quiet: true });
}

/** @throws ConfigError as {@link readEnv}. */
export function loadEnv(): ServerEnv {
  loadEnvFiles();
  return readEnv(process.env);
}
