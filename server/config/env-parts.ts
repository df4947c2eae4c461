import * as z from 'zod/mini';
import { nounSlug, parseLinks } from '@/lib/contract/plain/site';
import { readVerification, VERIFICATION_NAMES } from '@/lib/contract/plain/site-verification';
import { ConfigError } from '@/server/base/errors';
import { isLoopbackName } from '@/server/identity/identity-config';
import { loadSiteFile } from '@/server/fields/site-file';
import { splitWords } from '@/server/text/words';
import { nounFormsOf } from './noun-forms';
import { noticesOf, noticeVariables } from './notice-env';
import { baseURL, list, matching, requireWhole, webURLOf, oneOf, text } from './env-checks';

const bucketNames = [
  ...(['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const),
];

/** The bucket that images are stored in. @returns undefined without one. @throws ConfigError when it is only partly configured. */
export function bucketOf(values: Record<(typeof bucketNames)[number], string>) {
  requireWhole('The image bucket', values, bucketNames);
  if (!values.S3_ENDPOINT) return undefined;
  return {
    endpoint: baseURL('S3_ENDPOINT', values.S3_ENDPOINT, 'https://s3.eu-central-1.amazonaws.com'),
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  };
}

const algoliaNames = [
  ...(['NEXT_PUBLIC_ALGOLIA_APP_ID', 'NEXT_PUBLIC_ALGOLIA_SEARCH_KEY', 'ALGOLIA_ADMIN_KEY'] as const),
];

/** @returns undefined without Algolia. @throws ConfigError when it is only partly configured, or when others could read along. */
export function algoliaOf(
  values: Record<(typeof algoliaNames)[number] | 'NEXT_PUBLIC_ALGOLIA_HOSTS', string>,
) {
  requireWhole('Algolia', values, algoliaNames);
  const hosts = list(values.NEXT_PUBLIC_ALGOLIA_HOSTS).map((host) => {
    const { protocol, hostname, origin } = webURLOf('NEXT_PUBLIC_ALGOLIA_HOSTS', host);
    if (protocol === 'https:' || isLoopbackName(hostname)) return origin;
    throw new ConfigError(
      `NEXT_PUBLIC_ALGOLIA_HOSTS contains ${origin}, but only https keeps the key secret; http is allowed on this machine only.`,
    );
  });
  if (!values.ALGOLIA_ADMIN_KEY) return undefined;
  return {
    appId: values.NEXT_PUBLIC_ALGOLIA_APP_ID,
    adminKey: values.ALGOLIA_ADMIN_KEY,
    /** The origins of a service that takes Algolia's place. Empty: Algolia's own hosts. */
    hosts,
  };
}

/** As https://www.indexnow.org/documentation says. */
const indexNowKey = /^[A-Za-z0-9-]{8,128}$/;

/** What changed pages and feeds are announced to. @throws ConfigError */
export function announcementsOf({
  INDEXNOW_KEY: key,
  INDEXNOW_ENDPOINT: endpoint,
  WEBSUB_HUB: hub,
}: Record<'INDEXNOW_KEY' | 'INDEXNOW_ENDPOINT' | 'WEBSUB_HUB', string>) {
  if (key && !indexNowKey.test(key)) {
    throw new ConfigError(
      'INDEXNOW_KEY must be 8 to 128 letters, digits or hyphens; create one: openssl rand -hex 16.',
    );
  }
  return {
    /** Search engines that learn of changed pages. */
    indexNow: key ? { key, endpoint } : undefined,
    /** The hub of the feeds, which pushes their changes to readers. */
    hubURL: hub ? webURLOf('WEBSUB_HUB', hub, 'https://pubsubhubbub.appspot.com').href : undefined,
  };
}

/** The token that reads `/metrics` from other machines. @returns undefined without one. @throws ConfigError naming no token. */
export function metricsTokenOf(value: string): string | undefined {
  if (value && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new ConfigError(
      'METRICS_TOKEN must be at least 16 characters without spaces, for example from: openssl rand -hex 32.',
    );
  }
  return value || undefined;
}

/** A JSON list of links, each with its label at this key. */
const siteLinks = (labelKey: 'name' | 'text') => {
  const isList = (value: string) => {
    try {
      return parseLinks('', value, labelKey).length >= 0;
    } catch {
      return false;
    }
  };
  const expected = `a JSON list like [{"${labelKey}": "…", "url": "https://…"}]`;
  return z._default(z.string().check(z.refine(isList, expected)), '[]');
};
const color = matching(/^#[\da-f]{6}$/i, 'a color like #2563eb');

const verification = z._default(
  z
    .string()
    .check(
      z.refine(
        (value) => readVerification(value) !== undefined,
        `a list of name=content with commas between, with one of the names ${VERIFICATION_NAMES.join(', ')}, for example google-site-verification=AbC123`,
      ),
    ),
  '',
);

/** RFC 5646, section 4.4.1. */
const TAG_CHARS_MAX = 35;

const isLanguageTag = (value: string) => {
  try {
    return value.length <= TAG_CHARS_MAX && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};
const languageTag = z._default(
  z.string().check(z.refine(isLanguageTag, 'a language tag of BCP 47, for example en or pt-BR')),
  'en',
);

/** The variables that say what the site is called and looks like. lib/env.ts reads them for the pages. */
export const siteVariables = {
  NEXT_PUBLIC_SITE_NAME: z._default(z.string(), 'Listgrove'),
  NEXT_PUBLIC_SITE_NOUN: z._default(z.string(), 'tool'),
  NEXT_PUBLIC_SITE_NOUN_PLURAL: text,
  SITE_NOUN_FORMS: text,
  NEXT_PUBLIC_SITE_DESCRIPTION: text,
  NEXT_PUBLIC_SITE_SCHEMA_TYPE: matching(
    /^[A-Z][A-Za-z]+$/,
    'a type of https://schema.org, for example Book',
  ),
  NEXT_PUBLIC_SITE_LAYOUT: z._default(oneOf(['rows', 'cards'], 'rows'), 'rows'),
  /** Which links to products search engines may follow. */
  NEXT_PUBLIC_SITE_FOLLOW: z._default(oneOf(['upvoted', 'always', 'never'], 'upvoted'), 'upvoted'),
  NEXT_PUBLIC_SITE_SOCIAL: siteLinks('name'),
  NEXT_PUBLIC_SITE_PROMOS: siteLinks('text'),
  SITE_LINKS: siteLinks('name'),
  NEXT_PUBLIC_SITE_URL: text,
  SITE_COLOR: color,
  SITE_LOGO: matching(/^[\w-]{22}$/, 'the name of an image that was uploaded at /settings/look'),
  /** Whether pages say what the site runs on. lib/env.ts reads it for them. */
  SITE_CREDIT: z._default(oneOf(['on', 'off'], 'off'), 'on'),
  /** In the head of the home page. lib/env.ts reads it for the pages. */
  SITE_VERIFICATION: verification,
  SITE_LANGUAGE: languageTag,
  ...noticeVariables,
};

/** First parts of paths that the site itself uses. A test compares the list with the routes. */
export const RESERVED_NOUNS: readonly string[] = splitWords(`
  1 404 500 account api badge compare developers embed healthz index invitation l mcp metrics moderation
  moderation-log new newsletter og privacy ranking readyz report rules search settings setup sponsors support tag tags terms
  top u
`);

/** Relative to the folder that the process runs in. */
const SITE_FILE = 'site.json';

type SiteValues = Record<
  | 'NEXT_PUBLIC_SITE_NAME'
  | 'NEXT_PUBLIC_SITE_NOUN'
  | 'NEXT_PUBLIC_SITE_NOUN_PLURAL'
  | 'SITE_NOUN_FORMS'
  | 'NEXT_PUBLIC_SITE_DESCRIPTION'
  | 'NEXT_PUBLIC_SITE_PROMOS'
  | 'SITE_LINKS'
  | 'SITE_COLOR'
  | 'SITE_LOGO'
  | 'SITE_LANGUAGE'
  | 'SITE_FILE'
  | keyof typeof noticeVariables,
  string
>;

/** @throws ConfigError naming the variable, or the site file and its line. */
export function siteOf(values: SiteValues, storedRules: Readonly<Record<string, unknown>>) {
  const siteNounPlural = values.NEXT_PUBLIC_SITE_NOUN_PLURAL || `${values.NEXT_PUBLIC_SITE_NOUN}s`;
  const siteFile = values.SITE_FILE || SITE_FILE;
  const isSiteFileOptional = values.SITE_FILE === '';
  const { fields, rules, rulesOfFile } = loadSiteFile(siteFile, isSiteFileOptional, storedRules);
  return {
    ...noticesOf(values),
    siteName: values.NEXT_PUBLIC_SITE_NAME,
    siteNoun: siteNoun(values.NEXT_PUBLIC_SITE_NOUN),
    siteNounPlural,
    /** What the site called its noun before, in settings. */
    formerNouns: new Array<string>(),
    nounForms: nounFormsOf(values.SITE_NOUN_FORMS),
    siteColor: values.SITE_COLOR,
    /** The key of an uploaded image. Empty: the first letter of the name. */
    siteLogo: values.SITE_LOGO,
    /** A tag of BCP 47. */
    siteLanguage: Intl.getCanonicalLocales(values.SITE_LANGUAGE)[0] ?? 'en',
    /** What the owner has declared about products, in the order of the form. */
    fields,
    /** What the owner asks of submissions. */
    rules,
    /** The rules that the site file states. */
    rulesOfFile,
    siteFile,
    isSiteFileOptional,
    /** Announced in addition to those of the site file. */
    promos: parseLinks('NEXT_PUBLIC_SITE_PROMOS', values.NEXT_PUBLIC_SITE_PROMOS, 'text'),
    /** In the footer, after the site's own. */
    links: parseLinks('SITE_LINKS', values.SITE_LINKS, 'name'),
  };
}

/** @throws ConfigError unless products can have paths under this noun. */
function siteNoun(value: string): string {
  const slug = nounSlug(value);
  if (slug !== '' && !RESERVED_NOUNS.includes(slug)) return value;
  const fault =
    slug === '' ? 'has no letter from a to z and no digit' : `is taken by the site's own page /${slug}`;
  throw new ConfigError(
    `NEXT_PUBLIC_SITE_NOUN is "${value}", which ${fault}; it is the first part of the path of every product, for example tool.`,
  );
}

/** Whether a process that serves pages is their product server, too. */
export const isProductServer = ({ siteURL, serverURL }: { siteURL: string; serverURL: string }): boolean =>
  serverURL.startsWith('/') || serverURL === `${siteURL}/api`;

/**
 * Checks what the variables of each part together make of a process that serves pages. Its feeds, sitemaps, Markdown, cards,
 * embeds, badges and data come from its own database, and the calls of its pages from the product server.
 *
 * @throws ConfigError naming the variables when these are two databases.
 */
export function requireOneDirectory(env: { siteURL: string; serverURL: string; databaseURL?: string }): void {
  if (isProductServer(env) || env.databaseURL !== undefined) return;
  throw new ConfigError(
    'NEXT_PUBLIC_SERVER_URL names a product server elsewhere, whose database this process does not have: set DATABASE_URL to the same PostgreSQL server in both, or leave NEXT_PUBLIC_SERVER_URL out, so that one process serves everything.',
  );
}
