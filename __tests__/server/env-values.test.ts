import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv, readServingEnv } from '@/server/config/env';
import { loadEnv, loadServingEnv } from '@/server/config/env-file';
import { RESERVED_NOUNS } from '@/server/config/env-parts';

const secret = 'hunter2';

/** What the start says about a configuration. */
function refusalOf(variables: Record<string, string>): string {
  try {
    readServingEnv({ APP_ENV: 'development', ...variables });
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return '';
}

const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'hello@example.com' };
const site = { NEXT_PUBLIC_SITE_URL: 'https://www.tools.example.com' };

it.each([
  ['DATABASE_POOL_MAX', '0', 'whole number from 1 to 1000, for example 10'],
  ['DATABASE_POOL_MAX', 'many', 'for example 10'],
  ['PAGE_CACHE_MB', '7', 'whole number from 8 to 65536, for example 64'],
  ['PAGE_CACHE_MB', '65537', 'whole number from 8 to 65536, for example 64'],
  ['PORT', '65536', 'whole number from 0 to 65535, for example 3000'],
  ['TRUSTED_PROXY_HOPS', '-1', 'for example 1'],
  ['APP_ENV', 'prod', 'one of development, demo, production, for example production'],
  ['LOG_LEVEL', 'loud', 'for example info'],
  ['DATABASE_URL', `user:${secret}@localhost/site`, 'start with postgres://'],
  [
    'DATABASE_URL',
    `https://user:${secret}@db.example.com/site?b=${secret}`,
    'DATABASE_URL must start with postgres://',
  ],
  ['DATABASE_URL', `postgres://user:${secret}#1@localhost/site`, '%23 for #'],
  ['DATABASE_URL', `postgres://user:${secret}%@localhost/site`, '%40 for @'],
  ['DATABASE_URL', `postgres://user:${secret}@localhost:port/site`, 'check its port'],
  ['DATABASE_URL', `postgres://user:${secret}@localhost`, 'names no database'],
  ['DATABASE_URL', 'postgres:///site', 'names no host'],
  ['DATABASE_REPLICA_URLS', `https://user:${secret}@db.example.com/site`, 'DATABASE_URL'],
  ['SMTP_URL', `user:${secret}@mail.example.com`, 'start with smtp:// or smtps://'],
  ['SMTP_URL', `smtps://user:${secret}@:465`, 'not a valid URL'],
  ['SMTP_URL', 'smtp://', 'names no host'],
  [
    'SMTP_URL',
    `smtps://user:${secret}@mail.example.com/?sendmail=1&path=/bin/sh`,
    'end with the host or the port',
  ],
  ['SMTP_URL', `smtps://user:${secret}#1@mail.example.com`, '%23 for #'],
  ['MAIL_FROM', 'The site', 'for example The site <hello@example.com>'],
  ['SESSION_KEYS', secret, 'openssl rand'],
  ['METRICS_TOKEN', `${secret}-of-15x`, 'at least 16 characters'],
  ['METRICS_TOKEN', `${secret} with spaces`, 'without spaces'],
  ['NEXT_PUBLIC_SITE_URL', 'tools.example.com', 'for example https://tools.example.com'],
  [
    'NEXT_PUBLIC_SITE_URL',
    `https://user:${secret}@tools.example.com`,
    'for example https://tools.example.com',
  ],
  ['NEXT_PUBLIC_SITE_URL', `https://tools.example.com/?key=${secret}`, 'nothing after its path'],
  ['S3_ENDPOINT', `ftp://user:${secret}@bucket.example.com`, 'for example https://s3.'],
  ['SITE_ORIGINS', 'https://a.example, b.example', 'for example https://tools.example.com'],
  ['NEXT_PUBLIC_COOKIE_DOMAIN', 'other.example.net', 'parent domain of it, for example example.com'],
  ['NEXT_PUBLIC_COOKIE_DOMAIN', 'ools.example.com', 'for example example.com'],
  ['NEXT_PUBLIC_COOKIE_DOMAIN', 'com', 'for example example.com'],
  ['NEXT_PUBLIC_COOKIE_DOMAIN', 'https://example.com', 'for example example.com'],
  ['NEXT_PUBLIC_SITE_LAYOUT', 'tiles', 'one of rows, cards'],
  ['NEXT_PUBLIC_SITE_FOLLOW', 'yes', 'one of upvoted, always, never'],
  ['NEXT_PUBLIC_SITE_SOCIAL', 'not json', 'a JSON list like [{"name"'],
  ['NEXT_PUBLIC_SITE_PROMOS', '[{"text":"Trap","url":"javascript:alert(1)"}]', 'a JSON list like [{"text"'],
  ['SITE_TIME_ZONE', 'Berlin', 'the IANA name of a time zone, for example Europe/Berlin'],
  ['SITE_TIME_ZONE', '+02:00', 'for example Europe/Berlin'],
  ['SITE_COLOR', 'green', 'a color like #2563eb'],
  ['SITE_COLOR', '#fff}</style>', 'a color like #2563eb'],
  ['NEXT_PUBLIC_SITE_NOUN', 'Tag', 'own page /tag'],
  ['NEXT_PUBLIC_SITE_NOUN', 'account', 'for example tool'],
  ['NEXT_PUBLIC_SITE_NOUN', '工具', 'no letter from a to z'],
  ['SITE_NOUN_FORMS', 'nounDativ=Werkzeug', 'nounDative, nounAccusative'],
  ['SITE_NOUN_FORMS', 'Werkzeugen', 'for example, aNoun=ein Werkzeug'],
  ['SITE_NOUN_FORMS', 'nounGender=male', 'one of masculine, feminine, neuter, common'],
  ['SITE_NOUN_FORMS', 'aNoun=<b>tool</b>', 'one word or more, of letters'],
  ['SITE_NOUN_FORMS', `aNoun=${'a'.repeat(81)}`, 'at most 80 characters'],
  ['SITE_NOUN_FORMS', 'aNoun=ein Ding, aNoun=das Ding', 'aNoun is there twice'],
])('refuses %s=%s in one line with its name and an example, and without a secret', (name, value, hint) => {
  const s3 = { S3_REGION: 'x', S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
  const message = refusalOf({ ...site, ...mail, ...(name.startsWith('S3_') && s3), [name]: value });

  expect(message.startsWith(`${name} `)).toBe(true);
  expect(message).toContain(hint);
  expect(message).not.toMatch(new RegExp(`${secret}|\\n`));
});

it('refuses cookies for a suffix under which anyone can have a site', () => {
  const variables = { ...site, NEXT_PUBLIC_SITE_URL: 'https://a.tools.github.io' };
  expect(refusalOf({ ...variables, NEXT_PUBLIC_COOKIE_DOMAIN: 'github.io' })).toContain(
    'for example tools.github.io.',
  );
  expect(refusalOf({ ...variables, NEXT_PUBLIC_COOKIE_DOMAIN: 'tools.github.io' })).toBe('');
});

it.each<Record<string, string>>([
  { DATABASE_URL: 'postgres://user:p%40ss@localhost:5432/site?sslmode=require' },
  { DATABASE_URL: 'postgresql:///site?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://%2Fvar%2Frun%2Fpostgresql/site' },
  { ...mail, SMTP_URL: 'smtps://user:p%40ss@[::1]:465/', MAIL_FROM: 'Ola <ola@example.com>' },
  { ...site, NEXT_PUBLIC_COOKIE_DOMAIN: 'example.com' },
  { ...site, NEXT_PUBLIC_COOKIE_DOMAIN: '.tools.example.com' },
  { ...site, NEXT_PUBLIC_COOKIE_DOMAIN: 'www.tools.example.com' },
  { NEXT_PUBLIC_COOKIE_DOMAIN: 'localhost' },
  { NEXT_PUBLIC_SITE_NOUN: 'Component library' },
  { SITE_NOUN_FORMS: "nouns=أدوات, aNoun=un point d'accès" },
  { PAGE_CACHE_MB: '8' },
  { PAGE_CACHE_MB: '65536' },
  { DATABASE_POOL_MAX: '1', PORT: '0', DATA_DIR: ' ' },
])('accepts %j', (variables) => {
  expect(refusalOf(variables)).toBe('');
});

it('is production unless APP_ENV says otherwise, and then needs the URL of the site', () => {
  for (const variables of [{}, { APP_ENV: '' }, { NODE_ENV: 'development' }]) {
    expect(readEnv(variables)).toMatchObject({ appEnv: 'production', drainNoticeMs: 3_000 });
    expect(() => readServingEnv(variables)).toThrow(
      /^NEXT_PUBLIC_SITE_URL is missing: .+ for example https:\/\/tools\.example\.com/,
    );
  }
  expect(readServingEnv(site)).toMatchObject({ siteURL: site.NEXT_PUBLIC_SITE_URL });
  expect(readServingEnv({ APP_ENV: 'development' })).toMatchObject({ siteURL: 'http://localhost:3000' });
});

it('reserves each first part of a path that a noun could take from the site', () => {
  const firstParts = [
    ...readdirSync('pages').map((name) => name.replace(/\.tsx$/, '')),
    ...readdirSync('public'),
    ...(/productServerPath = .*?\(([^)]+)\)/.exec(readFileSync('host/front.ts', 'utf8'))?.[1]?.split('|') ??
      []),
  ];
  const nouns = firstParts.filter((part) => /^[a-z0-9-]+$/.test(part));

  expect(nouns).toEqual(expect.arrayContaining(['account', 'tag', 'u', 'api', 'readyz']));
  expect(RESERVED_NOUNS).toEqual(expect.arrayContaining(nouns));
});

it('adds to the environment what .env.local, and then what .env sets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  const [cwd, before] = [process.cwd(), { ...process.env }];
  writeFileSync(join(folder, '.env'), 'APP_ENV=demo\nHOST=::1\nPORT=3001\nDATA_DIR=a\n');
  writeFileSync(join(folder, '.env.local'), 'PORT=3002\nDATA_DIR=b\n');
  try {
    process.chdir(folder);
    for (const load of [loadEnv, loadServingEnv]) {
      process.env = { NODE_ENV: 'test', DATA_DIR: 'c' };
      expect(load()).toMatchObject({ appEnv: 'demo', host: '::1', port: 3002, dataDir: 'c' });
    }
  } finally {
    process.chdir(cwd);
    process.env = before;
    rmSync(folder, { recursive: true });
  }
});
