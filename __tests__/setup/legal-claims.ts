import type { ServerEnv } from '@/server/config/env';

export type Configured = { env: ServerEnv; hasWebhooks: boolean };

const COUNTING = 'NEXT_PUBLIC_GA_ID, NEXT_PUBLIC_GTM_ID, ANALYTICS, ANALYTICS_ID';

/** What the pages about privacy and terms say, and what each sentence depends on. True of no other configuration. */
export const CLAIMS: readonly {
  page: 'privacy' | 'terms';
  says: RegExp;
  /** The settings, for people. */
  settings: string;
  holds: (configured: Configured) => boolean;
}[] = [
  {
    ...{ page: 'privacy', says: /For each request, we log the time/, settings: 'LOG_LEVEL' },
    holds: ({ env }) => ['info', 'debug', 'trace'].includes(env.logLevel),
  },
  {
    ...{ page: 'privacy', says: /We keep logs for up to 30 days/, settings: 'LOG_LEVEL, LOG_DAYS' },
    holds: ({ env }) => env.logLevel === 'info' && env.logDays === 30,
  },
  {
    ...{ page: 'privacy', says: /We keep logs for up to 7 days/, settings: 'LOG_LEVEL, LOG_DAYS' },
    holds: ({ env }) => env.logLevel === 'info' && env.logDays === 7,
  },
  {
    ...{ page: 'privacy', says: /Your browser keeps the last 40/, settings: 'OFFLINE_PAGES' },
    holds: ({ env }) => env.keepsPagesOffline,
  },
  {
    ...{ page: 'privacy', says: /No cookies are set until/, settings: COUNTING },
    holds: ({ env }) => !env.hasGoogleTags,
  },
  {
    ...{ page: 'privacy', says: /uses no analytics/, settings: COUNTING },
    holds: ({ env }) => !env.hasGoogleTags && env.analytics === undefined,
  },
  {
    ...{ page: 'privacy', says: /GoatCounter at grove\.goatcounter\.com/, settings: COUNTING },
    holds: ({ env }) => env.analytics !== undefined,
  },
  {
    ...{ page: 'privacy', says: /Google Analytics/, settings: COUNTING },
    holds: ({ env }) => env.hasGoogleTags,
  },
  {
    ...{
      page: 'privacy',
      says: /From [^.]+ we receive your email, name/,
      settings: 'GOOGLE_, GITHUB_, OIDC_, FIREBASE',
    },
    holds: ({ env }) => env.identity.kind === 'oauth' || env.identity.kind === 'firebase',
  },
  {
    ...{
      page: 'privacy',
      says: /when you choose to sign in there/,
      settings: 'GOOGLE_, GITHUB_, OIDC_, FIREBASE',
    },
    holds: ({ env }) => env.identity.kind === 'oauth' || env.identity.kind === 'firebase',
  },
  {
    ...{
      page: 'privacy',
      says: /account ID at the service that you sign in with/,
      settings: 'GOOGLE_, GITHUB_, OIDC_',
    },
    holds: ({ env }) => env.identity.kind === 'oauth' || env.identity.kind === 'firebase',
  },
  {
    ...{ page: 'privacy', says: /Github/, settings: 'GITHUB_CLIENT_ID, FIREBASE' },
    holds: ({ env: { identity } }) =>
      identity.kind === 'firebase' || (identity.kind === 'oauth' && identity.github !== undefined),
  },
  {
    ...{ page: 'privacy', says: /Example login/, settings: 'OIDC_NAME' },
    holds: ({ env: { identity } }) => identity.kind === 'oauth' && identity.oidc !== undefined,
  },
  {
    ...{ page: 'privacy', says: /Firebase/, settings: 'NEXT_PUBLIC_FIREBASE_API_KEY' },
    holds: ({ env }) => env.identity.kind === 'firebase',
  },
  {
    ...{ page: 'privacy', says: /If you sign in by email/, settings: 'SIGN_IN_EMAIL' },
    holds: ({ env }) => env.signsInByEmail,
  },
  {
    ...{ page: 'privacy', says: /If you add a passkey/, settings: 'SIGN_IN_PASSKEYS' },
    holds: ({ env }) => env.signsInByPasskey,
  },
  {
    ...{ page: 'terms', says: /passkey/, settings: 'SIGN_IN_PASSKEYS' },
    holds: ({ env }) => env.signsInByPasskey,
  },
  {
    ...{ page: 'privacy', says: /Algolia/, settings: 'NEXT_PUBLIC_ALGOLIA_APP_ID' },
    holds: ({ env }) => env.algolia !== undefined,
  },
  {
    ...{
      page: 'privacy',
      says: /You won't get an issue until/,
      settings: 'SMTP_URL, NEXT_PUBLIC_NEWSLETTER_URL',
    },
    holds: ({ env }) => env.smtp !== undefined && env.newsletterURL === undefined,
  },
  {
    ...{ page: 'privacy', says: /our newsletter service/, settings: 'NEXT_PUBLIC_NEWSLETTER_URL' },
    holds: ({ env }) => env.newsletterURL !== undefined,
  },
  {
    ...{ page: 'privacy', says: /you also get the decisions by email/, settings: 'SMTP_URL' },
    holds: ({ env }) => env.smtp !== undefined,
  },
  {
    ...{ page: 'privacy', says: /we send the outcome there once/, settings: 'SMTP_URL' },
    holds: ({ env }) => env.smtp !== undefined,
  },
  {
    ...{ page: 'privacy', says: /the mail server that delivers our emails/, settings: 'SMTP_URL' },
    holds: ({ env }) => env.smtp !== undefined,
  },
  {
    ...{ page: 'privacy', says: /stores the images that you upload/, settings: 'S3_BUCKET' },
    holds: ({ env }) => env.s3 !== undefined,
  },
  {
    ...{ page: 'privacy', says: /search engines, which learn/, settings: 'INDEXNOW_KEY' },
    holds: ({ env }) => env.announcements.indexNow !== undefined,
  },
  {
    ...{ page: 'privacy', says: /the hub of our feeds/, settings: 'WEBSUB_HUB' },
    holds: ({ env }) => env.announcements.hubURL !== undefined,
  },
  {
    ...{ page: 'privacy', says: /other systems of ours/, settings: 'the webhooks' },
    holds: ({ hasWebhooks }) => hasWebhooks,
  },
  {
    ...{
      page: 'privacy',
      says: /hold your data are deleted within 8 days/,
      settings: 'BACKUP_DIR, _EVERY_HOURS, _KEEP',
    },
    holds: ({ env: { backups } }) => backups.folder !== undefined && backups.everyHours === 24,
  },
  {
    ...{
      page: 'privacy',
      says: /hold your data are deleted within 2 days/,
      settings: 'BACKUP_DIR, _EVERY_HOURS, _KEEP',
    },
    holds: ({ env: { backups } }) => backups.folder !== undefined && backups.everyHours === 6,
  },
  {
    ...{ page: 'privacy', says: /Backups are made by hand/, settings: 'BACKUP_DIR' },
    holds: ({ env }) => env.backups.folder === undefined,
  },
  ...(['privacy', 'terms'] as const).flatMap((page) => [
    {
      ...{ page, says: /Who runs .*Ada Ltd\./, settings: 'SITE_OPERATOR' },
      holds: ({ env }: Configured) => env.operator.name !== '',
    },
    {
      ...{ page, says: /1 Main Street, Springfield/, settings: 'SITE_OPERATOR_ADDRESS' },
      holds: ({ env }: Configured) => env.operator.address !== '',
    },
  ]),
  {
    ...{
      page: 'terms',
      says: /You sign in with your [^.]+ account\b/,
      settings: 'GOOGLE_, GITHUB_, OIDC_, FIREBASE',
    },
    holds: ({ env }) => env.identity.kind === 'oauth' || env.identity.kind === 'firebase',
  },
  {
    ...{ page: 'terms', says: /with a code that you get by email/, settings: 'SIGN_IN_EMAIL' },
    holds: ({ env }) => env.signsInByEmail,
  },
  {
    ...{ page: 'terms', says: /Google/, settings: 'GOOGLE_CLIENT_SECRET, FIREBASE' },
    holds: ({ env: { identity } }) =>
      identity.kind === 'firebase' || (identity.kind === 'oauth' && identity.google !== undefined),
  },
];
