import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { loadEnvFiles, type FileVariable } from '@/server/config/env-file';
import { readServingEnv, readValues, VARIABLE_NAMES, type ServerEnv } from '@/server/config/env';
import { explain, printable } from './run-program';

/** Values that are never shown. */
export const SECRETS: ReadonlySet<string> = new Set([
  'ALGOLIA_ADMIN_KEY',
  'BACKUP_PASSPHRASE',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'SESSION_KEYS',
]);

/** Without secrets, and without user names, passwords and parameters of URLs. */
function masked(name: string, value: string): string {
  if (SECRETS.has(name)) return `••• (${value.length} characters)`;
  if (!value.includes('://')) return value;
  const url = /^https?:\/\/[^\s,]+$/.test(value) && canParseURL(value) ? new URL(value) : undefined;
  const hasUser = !url || url.username !== '' || url.password !== '';
  return (hasUser ? value.replace(/\/\/.*@/s, '//•••@') : value).replace(/\?.*$/s, '?•••');
}

/** What holds if a variable is missing and its default follows from others. */
const derivedFrom = (env: ServerEnv): Readonly<Record<string, string>> => ({
  APP_ENV: env.appEnv,
  NEXT_PUBLIC_SITE_NOUN_PLURAL: env.siteNounPlural,
  NEXT_PUBLIC_SITE_DESCRIPTION: env.siteDescription,
  NEXT_PUBLIC_SITE_URL: env.siteURL,
  NEXT_PUBLIC_SERVER_URL: env.serverURL,
  DRAIN_NOTICE_MS: String(env.drainNoticeMs),
  SITE_CHECKS: env.checksSites ? 'on' : 'off',
  SITE_ICONS: env.fetchesSiteIcons ? 'on' : 'off',
  SITE_FILE: env.siteFile,
  SECURITY_CONTACT: env.security.contacts.join(','),
  SECURITY_POLICY: env.security.policyURL,
});

type Row = { name: string; value: string; source: string };

function readRows(environment: readonly string[], taken: readonly FileVariable[], source: Source): Row[] {
  const values = new Map(Object.entries(readValues(source)));
  const derived = derivedFrom(readServingEnv(source));
  return VARIABLE_NAMES.map((name) => {
    const written = taken.find((variable) => variable.name === name);
    const text = source[name]?.trim() ?? '';
    const place = written ? `${written.file}, line ${written.line}` : 'environment';
    const value = (text === '' ? derived[name] : undefined) ?? String(values.get(name) ?? '');
    return {
      name,
      value: value === '' ? '(none)' : masked(name, value),
      source:
        text === '' ? (environment.includes(name) ? 'default; empty in the environment' : 'default') : place,
    };
  });
}

type Source = Readonly<Record<string, string | undefined>>;

/** @returns the exit code: 1 if the site would not start. */
export function printConfig(source: Source = process.env): Promise<number> {
  const environment = Object.keys(source);
  let taken: readonly FileVariable[] = [];
  try {
    taken = loadEnvFiles();
    const rows = readRows(environment, taken, source);
    const set = rows.filter(({ source: place }) => !place.startsWith('default'));
    print('Set', set);
    print(
      'Not set',
      rows.filter((row) => !set.includes(row)),
    );
    const unknown = taken.filter(({ name }) => !VARIABLE_NAMES.includes(name));
    if (unknown.length > 0) {
      const names = unknown.map(({ name, file, line }) => `${name} (${file}, line ${line})`);
      console.log(`\nNot variables of the site, passed on to what it starts: ${printable(names.join(', '))}`);
    }
    return Promise.resolve(0);
  } catch (error) {
    for (const { name, file, line, value } of taken) {
      if (VARIABLE_NAMES.includes(name) && value !== '')
        console.log(printable(`${name} = ${masked(name, value)}  (${file}, line ${line})`));
    }
    process.stderr.write(`${explain(error)}\n`);
    return Promise.resolve(1);
  }
}

function print(heading: string, rows: readonly Row[]): void {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  console.log(`${heading}:`);
  for (const { name, value, source } of rows) {
    const place = source === 'default' ? '' : `  (${source})`;
    console.log(printable(`  ${name.padEnd(width)}  ${value}${place}`));
  }
}
