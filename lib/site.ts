import { env, onSettings } from './env';

const readSite = () => ({
  name: env.siteName,
  /** What one product is called on screen, in lower case: `tool`. Also the first part of its path: `/tool/…`. */
  noun: env.siteNoun,
  /** With its article: `a tool`, `an icon`. */
  aNoun: withArticle(env.siteNoun),
  nounPlural: env.siteNounPlural || `${env.siteNoun}s`,
  /** The words of the site as texts name them, unless the page makes them of the above. */
  words: env.siteWords,
  /** How lists show products. */
  layout: parseLayout(env.siteLayout),
  /** What the owner says of it. Empty: `siteDescription` says something. */
  description: env.siteDescription,
  /** The site's public URL, without a trailing slash. */
  url: env.siteURL.replace(/\/+$/, ''),
  social: env.siteSocial,
});

export const site = readSite();

if (typeof window === 'undefined') onSettings(() => Object.assign(site, readSite()));

function parseLayout(text: string): 'rows' | 'cards' {
  if (text === 'rows' || text === 'cards') return text;
  throw new Error('NEXT_PUBLIC_SITE_LAYOUT must be rows or cards');
}

/** `a tool`, `an icon`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
