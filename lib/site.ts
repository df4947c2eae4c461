import { env } from './env';

/** A link of the site's own configuration. */
export type SiteLink = { label: string; url: string };

/** What the site calls itself and the things it lists. */
export const site = {
  name: env.siteName,
  /** What one product is called on screen, in lower case: `tool`. Also its path: `/tool/…`. */
  noun: env.siteNoun,
  /** With its article: `a tool`, `an icon`. */
  aNoun: `${/^[aeio]/i.test(env.siteNoun) ? 'an' : 'a'} ${env.siteNoun}`,
  nounPlural: env.siteNounPlural || `${env.siteNoun}s`,
  description:
    env.siteDescription ||
    `The best web ${env.siteNounPlural || `${env.siteNoun}s`}, found and ranked by the people who use them.`,
  /** Where the site lives, without a slash at the end. */
  url: (env.siteURL || `http://localhost:${env.port}`).replace(/\/+$/, ''),
  social: parseLinks('NEXT_PUBLIC_SITE_SOCIAL', env.siteSocial, 'name'),
  promos: parseLinks('NEXT_PUBLIC_SITE_PROMOS', env.sitePromos, 'text'),
};

/**
 * Reads a JSON list of links.
 *
 * @param labelKey the key that holds a link's words: `[{"<labelKey>": "…", "url": "…"}]`.
 * @throws Error naming the variable, when it is anything else: a misspelt setting must not pass for an empty one.
 */
export function parseLinks(variable: string, text: string, labelKey: 'name' | 'text'): SiteLink[] {
  const wanted = `${variable} must be a JSON list like [{"${labelKey}": "…", "url": "https://…"}]`;
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new Error(wanted);
  }
  if (!Array.isArray(entries)) throw new Error(wanted);
  return entries.map((entry: unknown) => {
    const values = new Map<string, unknown>(Object.entries(entry ?? {}));
    const [label, url] = [values.get(labelKey), values.get('url')];
    if (typeof label !== 'string' || typeof url !== 'string' || !/^(https?:\/\/|mailto:|\/)/.test(url)) {
      throw new Error(wanted);
    }
    return { label, url };
  });
}
