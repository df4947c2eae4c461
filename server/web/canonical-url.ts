import { parse as parseHost } from 'tldts';

/**
 * Query parameters that only say where a visitor came from. Left out on purpose: `source`, `id`, `v`, `p`, `q`
 * and their like, which on some sites choose the page: a wrong merge loses a product, a wrong split only
 * shows one twice.
 */
const TRACKING_PARAMETERS = new Set([
  ...[
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'gad_source',
    'gad_campaignid',
    'srsltid',
    '_ga',
    '_gl',
  ],
  ...[
    'fbclid',
    'fb_action_ids',
    'fb_action_types',
    'fb_source',
    'igshid',
    'igsh',
    'msclkid',
    'twclid',
    'ttclid',
  ],
  ...['yclid', 'ysclid', '_openstat', 'li_fat_id', 'epik', 'rdt_cid', 'mc_cid', 'mc_eid', 'mkt_tok'],
  ...[
    '_hsenc',
    '_hsmi',
    '__hstc',
    '__hssc',
    '__hsfp',
    'hsctatracking',
    'vero_id',
    'vero_conv',
    'oly_anon_id',
  ],
  ...[
    'oly_enc_id',
    'wickedid',
    'rb_clickid',
    's_cid',
    'ml_subscriber',
    'ml_subscriber_hash',
    '_branch_match_id',
  ],
  ...['ref', 'ref_src', 'ref_url', 'referrer', 'referer', 'via', 'aff'],
]);

const TRACKING_PREFIXES = ['utm_', 'pk_', 'mtm_', 'hsa_', 'matomo_', 'piwik_'];

/** What a server answers with for the folder itself. */
const INDEX_FILE = /\/(?:index\.(?:html?|xhtml|shtml|php[345]?|aspx?|jsp)|default\.(?:html?|aspx?))$/i;

/**
 * Reduces an address to what makes two spellings the same: scheme, `www.`, default port, trailing slash, index
 * files, tracking parameters, fragment, and the order of the query. The result is for comparing, not for
 * visiting.
 *
 * Kept apart: names under a public suffix (`a.github.io`, `b.github.io`), letter case of path and query, every
 * parameter that is not known to track, and fragments that are routes of the page's own script (`#/…`, `#!…`).
 *
 * @returns null when this is not an http(s) address, or carries a user name or password.
 */
export function canonicalURL(address: string): string | null {
  const url = parseURL(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = canonicalHost(url.hostname);
  if (host === '') return null;
  // The scheme does not count, so neither does the default port of either.
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  return `https://${host}${port}${canonicalPath(url.pathname)}${canonicalQuery(url.search)}${scriptRoute(url.hash)}`;
}

function parseURL(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function canonicalHost(hostname: string): string {
  const host = hostname.replace(/\.+$/, '');
  if (!host.startsWith('www.')) return host;
  const bare = host.slice('www.'.length);
  // www.github.io is a site of its own: github.io alone is a public suffix.
  return parseHost(bare, { allowPrivateDomains: true }).domain === null ? host : bare;
}

function canonicalPath(pathname: string): string {
  let path = canonicalEscapes(pathname).replace(/\/+$/, '');
  while (INDEX_FILE.test(path)) path = path.replace(INDEX_FILE, '').replace(/\/+$/, '');
  return path;
}

function canonicalQuery(search: string): string {
  const parameters = search
    .slice(1)
    .split('&')
    // `name=` says what `name` says.
    .map((parameter) => canonicalEscapes(parameter.replaceAll('+', '%20')).replace(/^([^=]*)=$/, '$1'))
    .filter((parameter) => parameter !== '')
    .filter((parameter) => !isTracking(parameter.split('=', 1).join('')))
    .sort();
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

function isTracking(name: string): boolean {
  const key = name.toLowerCase();
  return TRACKING_PARAMETERS.has(key) || TRACKING_PREFIXES.some((prefix) => key.startsWith(prefix));
}

function scriptRoute(hash: string): string {
  if (!/^#!?\//.test(hash) && !hash.startsWith('#!')) return '';
  const route = canonicalEscapes(hash).replace(/\/+$/, '');
  return route === '#' || route === '#!' ? '' : route;
}

/** RFC 3986 6.2.2: escapes of unreserved characters say nothing, and the case of hex digits neither. */
function canonicalEscapes(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
  });
}
