import * as z from 'zod/mini';
import {
  defaultDescription,
  FOLLOW_RULES,
  nounSlug,
  SITE_LAYOUTS,
  parseLinks,
} from '@/lib/contract/plain/site';
import { oneOf, text } from './env-checks';
import { ConfigError } from '@/server/base/errors';
import { loadSiteFile } from '@/server/fields/site-file';
import { splitWords } from '@/server/text/words';

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
const color = z._default(z.string().check(z.regex(/^#[\da-f]{6}$/i, 'a color like #2563eb')), '');

/** The variables that say what the site is called and looks like. lib/env.ts reads them for the pages. */
export const siteVariables = {
  NEXT_PUBLIC_SITE_NAME: z._default(z.string(), 'Listgrove'),
  NEXT_PUBLIC_SITE_NOUN: z._default(z.string(), 'tool'),
  NEXT_PUBLIC_SITE_NOUN_PLURAL: text,
  NEXT_PUBLIC_SITE_DESCRIPTION: text,
  NEXT_PUBLIC_SITE_LAYOUT: z._default(oneOf(SITE_LAYOUTS, 'rows'), 'rows'),
  NEXT_PUBLIC_SITE_FOLLOW: z._default(oneOf(FOLLOW_RULES, 'upvoted'), 'upvoted'),
  NEXT_PUBLIC_SITE_SOCIAL: siteLinks('name'),
  NEXT_PUBLIC_SITE_PROMOS: siteLinks('text'),
  NEXT_PUBLIC_SITE_URL: text,
  SITE_COLOR: color,
};

export const RESERVED_NOUNS: readonly string[] = splitWords(`
  1 404 500 account api badge compare developers embed healthz index invitation mcp metrics moderation
  moderation-log new newsletter og privacy ranking readyz report rules search sponsors support tag tags terms
  top u
`);

/** Relative to the folder that the process runs in. */
const SITE_FILE = 'site.json';

type SiteValues = Record<
  | 'NEXT_PUBLIC_SITE_NAME'
  | 'NEXT_PUBLIC_SITE_NOUN'
  | 'NEXT_PUBLIC_SITE_NOUN_PLURAL'
  | 'NEXT_PUBLIC_SITE_DESCRIPTION'
  | 'NEXT_PUBLIC_SITE_PROMOS'
  | 'SITE_COLOR'
  | 'SITE_FILE',
  string
>;

/** @throws ConfigError naming the variable, or the site file and its line. */
export function siteOf(values: SiteValues) {
  const siteNounPlural = values.NEXT_PUBLIC_SITE_NOUN_PLURAL || `${values.NEXT_PUBLIC_SITE_NOUN}s`;
  const siteFile = values.SITE_FILE || SITE_FILE;
  const isSiteFileOptional = values.SITE_FILE === '';
  const { fields, rules } = loadSiteFile(siteFile, isSiteFileOptional);
  return {
    siteName: values.NEXT_PUBLIC_SITE_NAME,
    siteNoun: siteNoun(values.NEXT_PUBLIC_SITE_NOUN),
    siteNounPlural,
    siteColor: values.SITE_COLOR,
    siteDescription: values.NEXT_PUBLIC_SITE_DESCRIPTION || defaultDescription(siteNounPlural),
    /** What the owner has declared about products, in the order of the form. */
    fields,
    /** What the owner asks of submissions. */
    rules,
    siteFile,
    isSiteFileOptional,
    /** Announced in addition to those of the site file. */
    promos: parseLinks('NEXT_PUBLIC_SITE_PROMOS', values.NEXT_PUBLIC_SITE_PROMOS, 'text'),
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
