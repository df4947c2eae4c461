import { defaultDescription } from './contract/plain/site';
import { env } from './env';

/** A configured link. */
export type SiteLink = { label: string; url: string };

/** The configured words, links and URL of the site. */
export const site = {
  name: env.siteName,
  /** What one product is called on screen, in lower case: `tool`. Also the first part of its path: `/tool/…`. */
  noun: env.siteNoun,
  /** With its article: `a tool`, `an icon`. */
  aNoun: `${/^[aeio]/i.test(env.siteNoun) ? 'an' : 'a'} ${env.siteNoun}`,
  nounPlural: env.siteNounPlural || `${env.siteNoun}s`,
  /** How lists show products. */
  layout: parseLayout(env.siteLayout),
  description: env.siteDescription || defaultDescription(env.siteNounPlural || `${env.siteNoun}s`),
  /** The site's public URL, without a trailing slash. */
  url: env.siteURL.replace(/\/+$/, ''),
  social: parseLinks('NEXT_PUBLIC_SITE_SOCIAL', env.siteSocial, 'name'),
  promos: parseLinks('NEXT_PUBLIC_SITE_PROMOS', env.sitePromos, 'text'),
};

function parseLayout(text: string): 'rows' | 'cards' {
  if (text === 'rows' || text === 'cards') return text;
  throw new Error('NEXT_PUBLIC_SITE_LAYOUT must be rows or cards');
}

/**
 * Reads a JSON list of links.
 *
 * @param labelKey the key of a link's label: `[{"<labelKey>": "…", "url": "…"}]`.
 * @throws Error naming the variable if the text is anything else. A typo must not pass as an empty list.
 */
export function parseLinks(variable: string, text: string, labelKey: 'name' | 'text'): SiteLink[] {
  const expected = `${variable} must be a JSON list like [{"${labelKey}": "…", "url": "https://…"}]`;
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new Error(expected);
  }
  if (!Array.isArray(entries)) throw new Error(expected);
  return entries.map((entry: unknown) => {
    const values = new Map<string, unknown>(Object.entries(entry ?? {}));
    const [label, url] = [values.get(labelKey), values.get('url')];
    if (typeof label !== 'string' || typeof url !== 'string' || !/^(https?:\/\/|mailto:|\/)/.test(url)) {
      throw new Error(expected);
    }
    return { label, url };
  });
}
