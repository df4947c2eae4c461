import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import * as z from 'zod/mini';
import { ConfigError } from '@/server/base/errors';
import { canonicalAddress } from '@/server/base/ip-address';
import { isSessionKey } from '@/server/sessions/key-ring';

// The error of a variable completes the sentence "NAME is … but must be".
export const text = z._default(z.string(), '');
export const webURL = (fallback: string) =>
  z._default(z.url({ protocol: /^https?$/, error: `an http(s) URL, for example ${fallback}` }), fallback);
export const oneOf = <Name extends string>(names: readonly [Name, ...Name[]], example: Name) =>
  z.enum(names, `one of ${names.join(', ')}, for example ${example}`);
export const matching = (pattern: RegExp, expected: string) =>
  z._default(z.string().check(z.regex(pattern, expected)), '');
export const whole = ({ min = 0, max, example }: { min?: number; max: number; example: number }) => {
  const expected = `a whole number from ${min} to ${max}, for example ${example}`;
  return z.coerce.number(expected).check(z.int(expected), z.gte(min, expected), z.lte(max, expected));
};

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The entries of a comma-separated variable. */
export const list = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** A value as an error may show it: without the user name, the password and the parameters of a URL. */
export const shown = (value: string) => `"${value.replace(/\/\/.*@/s, '//…@').replace(/\?.*$/s, '?…')}"`;

/** @throws ConfigError when only some of the variables of a service are set. */
export function requireWhole<Name extends string>(
  service: string,
  values: Record<Name, string>,
  names: readonly Name[],
): void {
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0 && missing.length < names.length) {
    throw new ConfigError(
      `${service} is only partly configured. Set ${missing.join(' and ')} as well, or none of ${names.join(', ')}.`,
    );
  }
}

/** @throws ConfigError unless the value is an http(s) URL without user name and password. */
export function webURLOf(name: string, value: string, example = 'https://tools.example.com'): URL {
  const url = canParseURL(value) && /^https?:\/\//i.test(value) ? new URL(value) : undefined;
  if (url && !url.username && !url.password) return url;
  throw new ConfigError(`${name} is ${shown(value)} but must be an http(s) URL, for example ${example}.`);
}

/** @returns the URL without a trailing slash. @throws ConfigError unless it is an http(s) URL of a host and a path. */
export function baseURL(name: string, value: string, example = 'https://tools.example.com'): string {
  const { search, hash } = webURLOf(name, value, example);
  if (!search && !hash) return value.replace(/\/+$/, '');
  throw new ConfigError(
    `${name} is ${shown(value)} but must be a URL with nothing after its path, for example ${example}.`,
  );
}

/** @throws ConfigError unless every entry is an IP address. */
export function ipAddresses(name: string, value: string): string[] {
  return list(value).map((entry) => {
    const address = canonicalAddress(entry);
    if (address !== undefined) return address;
    throw new ConfigError(
      `${name} contains "${entry}", which is not an IP address; write, for example, 10.0.0.5,10.0.0.6.`,
    );
  });
}

/** @throws ConfigError unless every entry is an email. */
export function emails(name: string, value: string): string[] {
  const entries = list(value);
  const wrong = entries.find((entry) => !/^[^\s<>@]+@[^\s<>@]+$/.test(entry));
  if (wrong === undefined) return entries;
  throw new ConfigError(
    `${name} contains "${wrong}", which is not an email; write, for example, ada@example.com,bo@example.com.`,
  );
}

/** RFC 9116 asks for URIs, so an email begins with `mailto:`. @throws ConfigError */
export function contactURLs(value: string): string[] {
  const contacts = list(value);
  if (contacts.every((contact) => /^(?:mailto:[^\s@]+@|https?:\/\/)\S+$/.test(contact))) return contacts;
  throw new ConfigError(
    'SECURITY_CONTACT must be a comma-separated list of links, like mailto:security@example.com or https://example.com/report.',
  );
}

/** @throws ConfigError as {@link baseURL}. */
export function origin(name: string, value: string): string {
  return new URL(baseURL(name, value)).origin;
}

type Service = { protocol: RegExp; scheme: string; example: string; hasDatabase?: boolean; isBare?: boolean };
const POSTGRES: Service = {
  protocol: /^postgres(?:ql)?:\/\//i,
  scheme: 'postgres://',
  example: 'postgres://user:password@localhost:5432/directory',
  hasDatabase: true,
};
const SERVICES = {
  DATABASE_URL: POSTGRES,
  DATABASE_REPLICA_URLS: POSTGRES,
  SMTP_URL: {
    protocol: /^smtps?:\/\//i,
    scheme: 'smtp:// or smtps://',
    example: 'smtps://user:password@smtp.example.com:465',
    isBare: true,
  },
} as const satisfies Record<string, Service>;

/**
 * Checks the URL of a service before its library does, whose errors contain the password.
 *
 * @returns undefined when the variable is not set.
 * @throws ConfigError
 */
export function serviceURL(name: keyof typeof SERVICES, value: string): string | undefined {
  if (!value) return undefined;
  const { example, ...service } = SERVICES[name];
  const fault = faultOf(value, service);
  if (fault) throw new ConfigError(`${name} ${fault}, for example ${example}.`);
  return value;
}

/** @throws ConfigError for an entry that is no URL of PostgreSQL, or without DATABASE_URL. */
export function replicaURLs(values: { DATABASE_URL: string; DATABASE_REPLICA_URLS: string }): string[] {
  const urls = list(values.DATABASE_REPLICA_URLS);
  if (urls.length > 0 && !values.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_REPLICA_URLS needs DATABASE_URL, which names the server that takes changes.',
    );
  }
  return urls.flatMap((url) => serviceURL('DATABASE_REPLICA_URLS', url) ?? []);
}

const AS_CODES = 'write special characters of the password as codes, such as %40 for @ and %23 for #';

function faultOf(
  value: string,
  { protocol, scheme, hasDatabase, isBare }: Omit<Service, 'example'>,
): string | undefined {
  if (!protocol.test(value)) return `must start with ${scheme}`;
  const url = canParseURL(value) ? new URL(value) : undefined;
  if (!url || !isDecodable(url.username + url.password + url.pathname)) {
    return `is not a valid URL: check its port, and ${AS_CODES}`;
  }
  if (isBare && !/^\/?$/.test(url.pathname + url.search + url.hash))
    return `must end with the host or the port: ${AS_CODES}`;
  if (!url.hostname && !url.searchParams.get('host')) return 'names no host';
  if (hasDatabase && url.pathname.length < 2) return 'names no database';
  return undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws ConfigError unless the text ends with one email address, alone or in angle brackets. */
export function senderAddress(value: string): string {
  if (/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) return value;
  throw new ConfigError(
    `MAIL_FROM is "${value}" but must be an email address, for example The site <hello@example.com>.`,
  );
}

/** @throws ConfigError naming no key. */
export function sessionKeys(
  { SESSION_KEYS, DATABASE_URL }: { SESSION_KEYS: string; DATABASE_URL: string },
  isShared: boolean,
): string[] {
  const keys = list(SESSION_KEYS);
  if (!keys.every(isSessionKey)) {
    throw new ConfigError(
      "SESSION_KEYS must be a comma-separated list of keys, each 32 bytes in base64url, for example from: openssl rand -base64 32 | tr '+/' '-_' | tr -d '='",
    );
  }
  if (keys.length === 0 && DATABASE_URL && isShared) {
    throw new ConfigError(
      'SESSION_KEYS is missing. With DATABASE_URL, set the same keys in every process, so that all can read the same sessions.',
    );
  }
  return keys;
}

/** In the order of ISO weeks. */
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const NEWSLETTER_DAYS = ['off', ...WEEKDAYS] as const;

type NewsletterValues = {
  NEXT_PUBLIC_NEWSLETTER_URL: string;
  NEWSLETTER_DAY: (typeof NEWSLETTER_DAYS)[number];
  NEWSLETTER_PER_MINUTE: number;
  NEWSLETTER_SUBJECT: string;
  NEWSLETTER_GREETING: string;
};

/** @param showsEmails whether emails arrive, or the outbox shows them, as in development. */
export function newsletterOf(values: NewsletterValues, showsEmails: boolean) {
  const { NEWSLETTER_DAY: day } = values;
  return {
    /** Whether visitors can subscribe on this server. */
    isOffered: showsEmails && !values.NEXT_PUBLIC_NEWSLETTER_URL,
    /** Days after Monday, in UTC. Undefined: issues are sent by hand. */
    dayOfWeek: day === 'off' ? undefined : WEEKDAYS.indexOf(day),
    /** How many emails of an issue a process sends. */
    perMinute: values.NEWSLETTER_PER_MINUTE,
    /** The owner's words in an issue. Empty: ours, and no greeting. */
    subject: values.NEWSLETTER_SUBJECT.trim(),
    greeting: values.NEWSLETTER_GREETING.trim(),
  };
}

type BackupValues = {
  BACKUP_DIR: string;
  BACKUP_EVERY_HOURS: number;
  BACKUP_KEEP: number;
  BACKUP_PASSPHRASE: string;
};

/** In the folder of the site, as for backups by hand. */
const BACKUP_FOLDER = './backups';

/** @param isOn whether backups are scheduled unless `BACKUP_DIR` says otherwise. */
export const backupsOf = (values: BackupValues, isOn: boolean) => ({
  /** Undefined: none are scheduled. */
  folder: values.BACKUP_DIR === 'off' ? undefined : values.BACKUP_DIR || (isOn ? BACKUP_FOLDER : undefined),
  everyHours: values.BACKUP_EVERY_HOURS,
  keptCount: values.BACKUP_KEEP,
  /** Encrypts the session keys of a backup. Empty: it has none. */
  passphrase: values.BACKUP_PASSPHRASE,
});
