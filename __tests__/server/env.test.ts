import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv, type ServerEnv } from '@/server/config/env';

const secret = 'hunter2';

const securityAt = (url: string) => ({
  contacts: [`${url}/support#contact`],
  policyURL: `${url}/support#security`,
});

const defaults = {
  appEnv: 'development',
  host: '127.0.0.1',
  port: 3000,
  siteURL: 'http://localhost:3000',
  serverURL: '/api',
  siteOrigins: ['http://localhost:3000'],
  dataDir: './data',
  databaseURL: undefined,
  ...{ databasePoolMax: 10, databaseAwayMsMax: 10_000, databaseReplicas: { urls: [], lagMsMax: 10_000 } },
  pageCacheBytes: 64 * 1024 * 1024,
  logLevel: 'info',
  ...{ trustedProxyHops: 0, githubAPIURL: 'https://api.github.com' },
  unlimitedAddresses: [],
  drainNoticeMs: 0,
  ...{ siteName: 'Listgrove', siteNoun: 'tool', siteNounPlural: 'tools', nounForms: {} },
  ...{ siteColor: '', siteLogo: '', siteLanguage: 'en' },
  siteDescription: 'The best web tools, found and ranked by the people who use them.',
  cookieDomain: undefined,
  sessionKeys: [],
  identity: { kind: 'local' },
  security: securityAt('http://localhost:3000'),
  ...{ adminEmails: [], signUp: { mode: 'open', domains: [] } },
  ...{ signsInByEmail: false, signsInByPasskey: false },
  ...{ s3: undefined, smtp: undefined, algolia: undefined },
  ...{ metricsToken: undefined, newsletterURL: undefined },
  newsletter: { isOffered: true, dayOfWeek: 0, perMinute: 600, subject: '', greeting: '' },
  ...{ operator: { name: '', address: '', email: '' }, logDays: 30 },
  backups: { folder: undefined, everyHours: 24, keptCount: 7, passphrase: '' },
  ...{ hasGoogleTags: false, analytics: undefined, keepsPagesOffline: true },
  ...{ fetchesSiteIcons: false, checksSites: false, rules: expect.anything() },
  ...{ timeZone: 'UTC', releaseURL: undefined },
  ...{ formerNouns: [], rulesOfFile: ['openSubmissionsMax', 'refusedHosts'] },
  announcements: { indexNow: undefined, hubURL: undefined },
  ...{ siteFile: 'site.json', isSiteFileOptional: true, promos: [], links: [] },
  fields: expect.arrayContaining([expect.objectContaining({ key: 'price' })]),
};

it('has a default for everything on this machine', () => {
  expect(readEnv({ APP_ENV: 'development' })).toEqual(defaults);
  expect(readEnv({ APP_ENV: 'development', PORT: '8080' })).toEqual({
    ...defaults,
    port: 8080,
    siteURL: 'http://localhost:8080',
    siteOrigins: ['http://localhost:8080'],
    security: securityAt('http://localhost:8080'),
  });
});

const key = Buffer.alloc(32, 1).toString('base64url');
const folder = mkdtempSync(join(tmpdir(), 'site-file-'));
const siteFile = join(folder, 'fonts.json');
writeFileSync(siteFile, '{ "fields": [{ "key": "foundry", "label": "Foundry", "type": "text" }] }');
afterAll(() => rmSync(folder, { recursive: true }));

const everything = {
  APP_ENV: 'production',
  ...{ HOST: '0.0.0.0', PORT: '80', SITE_COLOR: '#2563eb', SITE_LOGO: 'AbCdEfGhIjKlMnOpQrStUv' },
  ...{
    DATA_DIR: '/data',
    DATABASE_URL: 'postgres://db/x',
    DATABASE_POOL_MAX: '1000',
    DATABASE_AWAY_SECONDS: '30',
    PAGE_CACHE_MB: '100',
  },
  ...{ BACKUP_DIR: '/backups', BACKUP_EVERY_HOURS: '12', BACKUP_KEEP: '3', BACKUP_PASSPHRASE: 'secret' },
  ...{ DATABASE_REPLICA_URLS: 'postgres://r1/x, postgres://r2/x', DATABASE_REPLICA_LAG_SECONDS: '5' },
  ...{ LOG_LEVEL: 'debug', TRUSTED_PROXY_HOPS: '100' },
  ...{ UNLIMITED_ADDRESSES: '10.0.0.5:80, 2001:db8::1', METRICS_TOKEN: 'a-token-of-metrics' },
  DRAIN_NOTICE_MS: '5',
  SITE_ORIGINS: 'https://a.example/b, https://c.example',
  SECURITY_CONTACT: 'mailto:a@b.example, https://b.example/report',
  SECURITY_POLICY: 'https://b.example/policy',
  SESSION_KEYS: ` ${key} , ${key}`,
  ...{ ADMIN_EMAILS: 'a@b.example, c@d.example', SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'b.example' },
  ...{ SIGN_IN_EMAIL: 'on', SIGN_IN_PASSKEYS: 'on' },
  NEXT_PUBLIC_FIREBASE_API_KEY: 'key',
  NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'a.firebaseapp.com',
  NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'a',
  ...{ GOOGLE_CLIENT_IDS: 'one, two', GOOGLE_CLIENT_SECRET: 'google' },
  ...{ GITHUB_CLIENT_ID: 'three', GITHUB_CLIENT_SECRET: 'github' },
  ...{ INDEXNOW_KEY: 'abc-12345', WEBSUB_HUB: 'https://hub.example' },
  S3_ENDPOINT: 'https://s3.example/',
  ...{ S3_REGION: 'eu', S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' },
  ...{ NEWSLETTER_DAY: 'sunday', NEWSLETTER_PER_MINUTE: '30', LOG_DAYS: '7' },
  ...{ NEWSLETTER_SUBJECT: '[name]', NEWSLETTER_GREETING: ' Hello. ' },
  ...{ SITE_OPERATOR: 'Ada', SITE_OPERATOR_ADDRESS: '1 Main Street', SITE_OPERATOR_EMAIL: 'ada@b.example' },
  ...{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'A <a@b.example>' },
  ...{ ALGOLIA_ADMIN_KEY: 'admin', NEXT_PUBLIC_ALGOLIA_APP_ID: 'app' },
  NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: 'search',
  NEXT_PUBLIC_ALGOLIA_HOSTS: 'https://one.example/, http://localhost:7700',
  NEXT_PUBLIC_SERVER_URL: 'https://api.b.example/v1/',
  NEXT_PUBLIC_COOKIE_DOMAIN: 'b.example',
  ...{ NEXT_PUBLIC_SITE_NAME: 'Fonts', NEXT_PUBLIC_SITE_NOUN: 'font' },
  NEXT_PUBLIC_SITE_NOUN_PLURAL: 'typefaces',
  SITE_NOUN_FORMS: 'nounGender=feminine, aNoun = uma fonte,',
  NEXT_PUBLIC_SITE_DESCRIPTION: 'Typefaces for screens.',
  NEXT_PUBLIC_SITE_PROMOS: '[{"text": "News", "url": "/new"}]',
  NEXT_PUBLIC_SITE_URL: 'https://www.b.example/',
  NEXT_PUBLIC_NEWSLETTER_URL: 'https://news.example/subscribe/',
  NEXT_PUBLIC_NEWSLETTER_LIST: 'weekly',
  NEXT_PUBLIC_GTM_ID: 'GTM-1',
  ...{ ANALYTICS: 'goatcounter', ANALYTICS_ID: 'grove' },
  ...{ OFFLINE_PAGES: 'off', SITE_ICONS: 'off' },
  ...{ SITE_LANGUAGE: 'pt-BR', SITE_TIME_ZONE: 'Europe/Berlin' },
  ...{ RELEASE_CHECKS: 'on', RELEASE_URL: 'https://b.example/latest' },
  SITE_FILE: siteFile,
};

it('reads every variable', () => {
  expect(readEnv(everything)).toEqual({
    appEnv: 'production',
    host: '0.0.0.0',
    port: 80,
    siteURL: 'https://www.b.example',
    serverURL: 'https://api.b.example/v1',
    siteOrigins: ['https://www.b.example', 'https://a.example', 'https://c.example'],
    dataDir: '/data',
    databaseURL: 'postgres://db/x',
    databasePoolMax: 1000,
    databaseAwayMsMax: 30_000,
    databaseReplicas: { urls: ['postgres://r1/x', 'postgres://r2/x'], lagMsMax: 5_000 },
    pageCacheBytes: 100 * 1024 * 1024,
    logLevel: 'debug',
    ...{ trustedProxyHops: 100, metricsToken: 'a-token-of-metrics', githubAPIURL: 'https://api.github.com' },
    unlimitedAddresses: ['10.0.0.5', '2001:db8:0:0/64'],
    drainNoticeMs: 5,
    ...{ siteName: 'Fonts', siteNoun: 'font', siteNounPlural: 'typefaces', siteColor: '#2563eb' },
    nounForms: { nounGender: 'feminine', aNoun: 'uma fonte' },
    ...{ siteLanguage: 'pt-BR', siteLogo: 'AbCdEfGhIjKlMnOpQrStUv' },
    siteDescription: 'Typefaces for screens.',
    cookieDomain: 'b.example',
    sessionKeys: [key, key],
    identity: {
      kind: 'firebase',
      apiKey: 'key',
      authDomain: 'a.firebaseapp.com',
      projectId: 'a',
      jwksURL: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      google: {
        clientIds: ['one', 'two'],
        clientSecret: 'google',
        authorizeURL: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenURL: 'https://oauth2.googleapis.com/token',
        tokeninfoURL: 'https://oauth2.googleapis.com/tokeninfo',
        userinfoURL: 'https://openidconnect.googleapis.com/v1/userinfo',
      },
      github: {
        clientId: 'three',
        clientSecret: 'github',
        url: 'https://github.com',
        apiURL: 'https://api.github.com',
      },
    },
    security: {
      contacts: ['mailto:a@b.example', 'https://b.example/report'],
      policyURL: 'https://b.example/policy',
    },
    ...{ adminEmails: ['a@b.example', 'c@d.example'], signUp: { mode: 'domains', domains: ['b.example'] } },
    ...{ signsInByEmail: true, signsInByPasskey: true },
    announcements: {
      indexNow: { key: 'abc-12345', endpoint: 'https://api.indexnow.org/indexnow' },
      hubURL: 'https://hub.example/',
    },
    s3: {
      endpoint: 'https://s3.example',
      region: 'eu',
      bucket: 'images',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    },
    smtp: { url: 'smtp://mail.example', from: 'A <a@b.example>' },
    algolia: { appId: 'app', adminKey: 'admin', hosts: ['https://one.example', 'http://localhost:7700'] },
    newsletterURL: 'https://news.example/subscribe',
    newsletter: { isOffered: false, dayOfWeek: 6, perMinute: 30, subject: '[name]', greeting: 'Hello.' },
    ...{ operator: { name: 'Ada', address: '1 Main Street', email: 'ada@b.example' }, logDays: 7 },
    backups: { folder: '/backups', everyHours: 12, keptCount: 3, passphrase: 'secret' },
    ...{ hasGoogleTags: true, keepsPagesOffline: false },
    analytics: { script: 'https://gc.zgo.at/count.js', origins: ['https://grove.goatcounter.com'] },
    ...{ fetchesSiteIcons: false, checksSites: true, rules: expect.anything() },
    ...{ timeZone: 'Europe/Berlin', releaseURL: 'https://b.example/latest' },
    ...{ formerNouns: [], rulesOfFile: [] },
    ...{ siteFile, isSiteFileOptional: false, promos: [{ label: 'News', url: '/new' }], links: [] },
    fields: [expect.objectContaining({ key: 'foundry', label: 'Foundry' })],
  });
  const of = ({ fetchesSiteIcons, checksSites }: ServerEnv) => [fetchesSiteIcons, checksSites];
  expect(of(readEnv({ APP_ENV: 'demo', SITE_ICONS: 'on' }))).toEqual([true, false]);
});

it('needs session keys in production when several processes share a database', () => {
  expect(readEnv({ ...everything, SESSION_KEYS: key }).sessionKeys).toEqual([key]);
  const embedded = { ...everything, DATABASE_URL: '', DATABASE_REPLICA_URLS: '' };
  expect(readEnv({ ...embedded, SESSION_KEYS: '' }).sessionKeys).toEqual([]);
  expect(() => readEnv({ ...everything, SESSION_KEYS: '' })).toThrow(
    'SESSION_KEYS is missing. With DATABASE_URL, set the same keys in every process',
  );
});

it.each([
  [{ NEXT_PUBLIC_GA_ID: 'G-1' }, { hasGoogleTags: true }],
  [{ ANALYTICS: 'off', ANALYTICS_ID: 'a.example' }, { analytics: undefined }],
  [
    { SESSION_KEYS: '', DATABASE_URL: 'postgres://db/x' },
    { sessionKeys: [], databaseURL: 'postgres://db/x' },
  ],
  [{ APP_ENV: 'production', NEXT_PUBLIC_SITE_URL: 'https://b.example' }, undefined],
  [
    { UNLIMITED_ADDRESSES: '10.0.0.5, proxy' },
    'UNLIMITED_ADDRESSES contains "proxy", which is not an IP address;',
  ],
  [{ SITE_LANGUAGE: 'portuguese_' }, 'SITE_LANGUAGE is "portuguese_" but must be a language tag of BCP 47'],
  [{ INDEXNOW_KEY: 'short' }, 'INDEXNOW_KEY must be 8 to 128 letters, digits or hyphens'],
  [{ SECURITY_CONTACT: 'a@b.example' }, 'SECURITY_CONTACT must be a comma-separated list of links'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'Set MAIL_FROM as well, or none of SMTP_URL, MAIL_FROM.'],
  [{ NEXT_PUBLIC_NEWSLETTER_LIST: 'weekly' }, 'Set NEXT_PUBLIC_NEWSLETTER_URL as well'],
  [
    { ALGOLIA_ADMIN_KEY: 'admin' },
    'Algolia is only partly configured. Set NEXT_PUBLIC_ALGOLIA_APP_ID and NEXT_PUBLIC_ALGOLIA_SEARCH_KEY as well, or none of NEXT_PUBLIC_ALGOLIA_APP_ID, NEXT_PUBLIC_ALGOLIA_SEARCH_KEY, ALGOLIA_ADMIN_KEY.',
  ],
  [
    { NEXT_PUBLIC_ALGOLIA_HOSTS: 'https://one.example, http://two.example' },
    'NEXT_PUBLIC_ALGOLIA_HOSTS contains http://two.example, but only https keeps the key secret;',
  ],
  [{ DATABASE_URL: 'postgres://db/' }, 'DATABASE_URL names no database'],
  [
    { TRUSTED_PROXY_HOPS: '101' },
    'TRUSTED_PROXY_HOPS is "101" but must be a whole number from 0 to 100, for example 1.',
  ],
  [
    { NEXT_PUBLIC_SITE_URL: `ftp://user:${secret}@b.example/a?b=${secret}` },
    'NEXT_PUBLIC_SITE_URL is "ftp://…@b.example/a?…" but must be an http(s) URL',
  ],
])('%j is read or refused as %j', (variables, outcome) => {
  const read = () => readEnv({ APP_ENV: 'development', ...variables });
  if (typeof outcome === 'string') expect(read).toThrow(outcome);
  else if (outcome) expect(read()).toMatchObject(outcome);
  else expect(read().identity).toEqual({ kind: 'none' });
});
