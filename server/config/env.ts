import { siteDescription } from '@/lib/contract/plain/site-words';
import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import {
  backupsOf,
  baseURL,
  contactURLs,
  emails,
  ipAddresses,
  list,
  LOG_LEVELS,
  NEWSLETTER_DAYS,
  newsletterOf,
  origin,
  requireWhole,
  senderAddress,
  replicaURLs,
  serviceURL,
  sessionKeys,
  shown,
  oneOf,
  text,
  webURL,
  webURLOf,
  whole,
} from './env-checks';
import { analyticsOf, analyticsVariables } from './analytics-env';
import { algoliaOf, announcementsOf, bucketOf, metricsTokenOf, siteOf, siteVariables } from './env-parts';
import { cookieDomain, SIGN_UP_MODES, signInOf } from './sign-in-env';
import { operatorOf, operatorVariables } from './operator-env';
import { ConfigError } from '@/server/base/errors';
import { readIdentityConfig } from '@/server/identity/identity-config';

const MB = 1024 * 1024;

const variables = z.object({
  APP_ENV: z.optional(oneOf(['development', 'demo', 'production'], 'production')),
  LOCAL_IDENTITY: z.optional(oneOf(['on', 'off'], 'off')),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(whole({ max: 65_535, example: 3000 }), 3000),
  OFFLINE_PAGES: z._default(oneOf(['on', 'off'], 'on'), 'on'),
  SITE_ICONS: z.optional(oneOf(['on', 'off'], 'on')),
  SITE_CHECKS: z.optional(oneOf(['on', 'off'], 'on')),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: text,
  DATABASE_POOL_MAX: z._default(whole({ min: 1, max: 1_000, example: 10 }), 10),
  DATABASE_AWAY_SECONDS: z._default(whole({ min: 5, max: 86_400, example: 10 }), 10),
  DATABASE_REPLICA_URLS: text,
  DATABASE_REPLICA_LAG_SECONDS: z._default(whole({ min: 1, max: 60, example: 10 }), 10),
  PAGE_CACHE_MB: z._default(whole({ min: 8, max: 65_536, example: 64 }), 64),
  BACKUP_DIR: text,
  BACKUP_EVERY_HOURS: z._default(whole({ min: 1, max: 8_760, example: 24 }), 24),
  BACKUP_KEEP: z._default(whole({ min: 1, max: 10_000, example: 7 }), 7),
  BACKUP_PASSPHRASE: text,
  LOG_LEVEL: z._default(oneOf(LOG_LEVELS, 'info'), 'info'),
  METRICS_TOKEN: text,
  TRUSTED_PROXY_HOPS: z._default(whole({ max: 100, example: 1 }), 0),
  UNLIMITED_ADDRESSES: text,
  DRAIN_NOTICE_MS: z.optional(whole({ max: 600_000, example: 3_000 })),
  SITE_FILE: text,
  SITE_ORIGINS: text,
  SECURITY_CONTACT: text,
  SECURITY_POLICY: text,
  DATA_LICENSE_URL: text,
  SESSION_KEYS: text,
  ADMIN_EMAILS: text,
  SIGN_UP: z._default(oneOf(SIGN_UP_MODES, 'open'), 'open'),
  SIGN_UP_DOMAINS: text,
  SIGN_IN_EMAIL: z._default(oneOf(['on', 'off'], 'on'), 'off'),
  SIGN_IN_PASSKEYS: z.optional(oneOf(['on', 'off'], 'on')),
  NEXT_PUBLIC_FIREBASE_API_KEY: text,
  NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: text,
  NEXT_PUBLIC_FIREBASE_PROJECT_ID: text,
  GOOGLE_CLIENT_IDS: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
  FIREBASE_JWKS_URL: webURL(
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ),
  GOOGLE_AUTHORIZE_URL: webURL('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: webURL('https://oauth2.googleapis.com/token'),
  GOOGLE_TOKENINFO_URL: webURL('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: webURL('https://openidconnect.googleapis.com/v1/userinfo'),
  GOOGLE_ISSUER: webURL('https://accounts.google.com'),
  GITHUB_URL: webURL('https://github.com'),
  GITHUB_API_URL: webURL('https://api.github.com'),
  S3_ENDPOINT: text,
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  INDEXNOW_KEY: text,
  INDEXNOW_ENDPOINT: webURL('https://api.indexnow.org/indexnow'),
  WEBSUB_HUB: text,
  SMTP_URL: text,
  MAIL_FROM: text,
  NEWSLETTER_DAY: z._default(oneOf(NEWSLETTER_DAYS, 'monday'), 'monday'),
  NEWSLETTER_PER_MINUTE: z._default(whole({ min: 1, max: 60_000, example: 600 }), 600),
  ALGOLIA_ADMIN_KEY: text,
  NEXT_PUBLIC_ALGOLIA_APP_ID: text,
  NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: text,
  NEXT_PUBLIC_ALGOLIA_HOSTS: text,
  NEXT_PUBLIC_SERVER_URL: text,
  NEXT_PUBLIC_COOKIE_DOMAIN: text,
  ...siteVariables,
  ...operatorVariables,
  NEXT_PUBLIC_NEWSLETTER_URL: text,
  NEXT_PUBLIC_NEWSLETTER_LIST: text,
  ...analyticsVariables,
});

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

export type ServerEnv = ReturnType<typeof readEnv>;

type Source = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError with a line for each variable that is invalid. */
export function readValues(source: Source) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = new Map(parsed.error.issues.map(({ path: [name], message }) => [String(name), message]));
  throw new ConfigError(
    [...faults]
      .map(([name, expected]) => `${name} is ${shown(given[name] ?? '')} but must be ${expected}.`)
      .join('\n'),
  );
}

/**
 * Reads and checks the configuration. An empty variable counts as missing, and stored rules hold that the site file does not state.
 *
 * @throws ConfigError naming the variable that is invalid or missing.
 */
export function readEnv(source: Source, storedRules: Readonly<Record<string, unknown>> = {}) {
  const values = readValues(source);
  requireWhole('The mail server', values, ['SMTP_URL', 'MAIL_FROM']);
  requireWhole('The newsletter service', values, [
    'NEXT_PUBLIC_NEWSLETTER_URL',
    'NEXT_PUBLIC_NEWSLETTER_LIST',
  ]);

  const appEnv = values.APP_ENV ?? 'production';
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
  const smtpURL = serviceURL('SMTP_URL', values.SMTP_URL);
  return {
    ...place,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseURL: serviceURL('DATABASE_URL', values.DATABASE_URL),
    databasePoolMax: values.DATABASE_POOL_MAX,
    /** How long PostgreSQL may be away before the process ends. */
    databaseAwayMsMax: values.DATABASE_AWAY_SECONDS * SECOND_MS,
    /** Where public reads may go. */
    databaseReplicas: {
      urls: replicaURLs(values),
      lagMsMax: values.DATABASE_REPLICA_LAG_SECONDS * SECOND_MS,
    },
    pageCacheBytes: values.PAGE_CACHE_MB * MB,
    // What is made up for development and demos is not worth the disk.
    backups: backupsOf(values, appEnv === 'production'),
    logLevel: values.LOG_LEVEL,
    metricsToken: metricsTokenOf(values.METRICS_TOKEN),
    /** The number of proxies in front of the server that append to X-Forwarded-For. With 0, the header is ignored. */
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    /** Client addresses without rate limits per address, such as processes that render the pages elsewhere. */
    unlimitedAddresses: ipAddresses('UNLIMITED_ADDRESSES', values.UNLIMITED_ADDRESSES),
    /** How long /readyz answers 503 before the server closes connections. Only a load balancer needs the notice. */
    drainNoticeMs: values.DRAIN_NOTICE_MS ?? (appEnv === 'production' ? 3_000 : 0),
    ...siteOf(values, storedRules),
    /** Said when it is asked for: the catalog is read after the configuration. */
    get siteDescription() {
      return siteDescription(values.NEXT_PUBLIC_SITE_DESCRIPTION);
    },
    /** The parent domain of cookies, if it cannot be derived from the site's host. */
    cookieDomain: cookieDomain(values.NEXT_PUBLIC_COOKIE_DOMAIN, siteURL),
    sessionKeys: sessionKeys(values, appEnv === 'production'),
    identity,
    security: {
      contacts: contactURLs(values.SECURITY_CONTACT || `${siteURL}/support#contact`),
      policyURL: webURLOf('SECURITY_POLICY', values.SECURITY_POLICY || `${siteURL}/support#security`).href,
    },
    /** The license of the open data. Undefined: they name none. */
    dataLicenseURL: values.DATA_LICENSE_URL
      ? webURLOf('DATA_LICENSE_URL', values.DATA_LICENSE_URL).href
      : undefined,
    adminEmails: emails('ADMIN_EMAILS', values.ADMIN_EMAILS),
    /** Where the import reads the READMEs of repositories. */
    githubAPIURL: values.GITHUB_API_URL,
    ...signInOf(values, { siteURL, hasProvider: identity.kind !== 'none' }),
    /** Whether browsers keep the pages that they have shown, to show them again without a network. */
    keepsPagesOffline: values.OFFLINE_PAGES === 'on',
    /** Whether the server asks the sites of listed products for their icons. */
    checksSites: values.SITE_CHECKS === undefined ? appEnv === 'production' : values.SITE_CHECKS === 'on',
    fetchesSiteIcons: values.SITE_ICONS === undefined ? appEnv === 'production' : values.SITE_ICONS === 'on',
    s3: bucketOf(values),
    announcements: announcementsOf(values),
    smtp: smtpURL === undefined ? undefined : { url: smtpURL, from: senderAddress(values.MAIL_FROM) },
    algolia: algoliaOf(values),
    /** The service that the newsletter form posts to. Undefined: the product server. */
    newsletterURL: values.NEXT_PUBLIC_NEWSLETTER_URL
      ? baseURL('NEXT_PUBLIC_NEWSLETTER_URL', values.NEXT_PUBLIC_NEWSLETTER_URL)
      : undefined,
    operator: operatorOf(values),
    /** How long the owner keeps the log, for the privacy page. */
    logDays: values.LOG_DAYS,
    newsletter: newsletterOf(values, smtpURL !== undefined || appEnv !== 'production'),
    /** Whether the pages load Google Analytics or Tag Manager. */
    hasGoogleTags: Boolean(values.NEXT_PUBLIC_GA_ID || values.NEXT_PUBLIC_GTM_ID),
    /** What else counts visits. */
    analytics: analyticsOf(values),
  };
}

/**
 * Reads the configuration of a process that serves visitors.
 *
 * @throws ConfigError as {@link readEnv}, and when a public site does not know its own URL.
 */
export function readServingEnv(source: Source): ServerEnv {
  const env = readEnv(source);
  if (env.appEnv === 'production' && !source.NEXT_PUBLIC_SITE_URL?.trim()) {
    throw new ConfigError(
      'NEXT_PUBLIC_SITE_URL is missing: in production, set it to the public URL of the site, for example https://tools.example.com (to try the site on this machine, run npm run demo instead).',
    );
  }
  return env;
}
