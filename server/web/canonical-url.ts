import { parse as parseHost } from 'tldts';
import { identityAtHost } from './host-identity';
import { splitWords } from '@/server/text/words';

/** Files that a server delivers for the folder itself. */
const INDEX_FILE = /\/(?:index\.(?:html?|xhtml|shtml|php[345]?|aspx?|jsp)|default\.(?:html?|aspx?))$/i;

/**
 * Normalizes a URL so that equal pages compare equal. It ignores scheme, `www.`, default port, trailing slash, index
 * files, tracking parameters, fragment, and the order of the query. The result is for comparison, not for visiting.
 *
 * These stay distinct: names under a public suffix (`a.github.io`, `b.github.io`), letter case of path and query, every
 * parameter that is not known to track, and fragments that are client-side routes (`#/…`, `#!…`). At hosts with rules of
 * their own (`host-identity.ts`), all URLs of one thing are equal: `github.com/A/B.git` and `github.com/a/b/tree/main`.
 *
 * @returns null if the text is not an http(s) URL, or if it contains a user name or password.
 */
export function canonicalURL(text: string): string | null {
  const url = parseURL(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const identity = identityAtHost(url);
  return identity ? `https://${identity.host}${canonicalEscapes(identity.rest)}` : spelledURL(url);
}

/** The canonical form of a URL, by its spelling alone. */
function spelledURL(url: URL): string | null {
  const host = canonicalHost(url.hostname);
  if (host === '') return null;
  // The scheme is ignored, so the default ports of both schemes are, too.
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  return `https://${host}${port}${canonicalPath(url.pathname)}${canonicalQuery(url.search)}${scriptRoute(url.hash)}`;
}

function parseURL(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function canonicalHost(hostname: string): string {
  const host = hostname.replace(/\.+$/, '');
  if (!host.startsWith('www.')) return host;
  const bare = host.slice('www.'.length);
  // www.github.io is a separate site, because github.io is a public suffix.
  return parseHost(bare, { allowPrivateDomains: true }).domain === null ? host : bare;
}

function canonicalPath(pathname: string): string {
  let path = withoutTrailingSlashes(canonicalEscapes(pathname));
  while (INDEX_FILE.test(path)) path = withoutTrailingSlashes(path.replace(INDEX_FILE, ''));
  return path;
}

/** A loop, because `/\/+$/` tries each of many slashes that are followed by something else. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

function canonicalQuery(search: string): string {
  const parameters = search
    .slice(1)
    .split('&')
    .map(canonicalParameter)
    .filter((parameter) => parameter !== '')
    .sort();
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/** Empty for a parameter that does not select the page. */
function canonicalParameter(parameter: string): string {
  // `name=` means the same as `name`.
  const canonical = canonicalEscapes(parameter.replaceAll('+', '%20')).replace(/^([^=]*)=$/, '$1');
  return isTracking(canonical.split('=', 1).join('')) ? '' : canonical;
}

function scriptRoute(hash: string): string {
  if (!/^#!?\//.test(hash) && !hash.startsWith('#!')) return '';
  const route = withoutTrailingSlashes(canonicalEscapes(hash));
  return route === '#' || route === '#!' ? '' : route;
}

/** RFC 3986, section 6.2.2: escaped unreserved characters and the case of hex digits make no difference. */
function canonicalEscapes(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
  });
}

/**
 * Chooses the URL to submit, given the typed URL and the one that it redirects to: without tracking parameters, and in
 * the spelling of the site if both mean the same page (https instead of http, `www.` or not).
 */
export function choosePreviewURL(typed: URL, reached: URL): URL {
  const isSame = spelledURL(typed) === spelledURL(reached);
  const url = new URL(isSame ? reached : typed);
  if (!/^#!?\//.test(url.hash)) url.hash = '';
  const parameters = url.search.slice(1).split('&');
  const selecting = parameters.filter((parameter) => canonicalParameter(parameter) !== '');
  if (selecting.length < parameters.length) url.search = selecting.join('&');
  return url;
}

/**
 * Query parameters that only record where a visitor came from. The list deliberately omits `source`, `id`, `v`, `p`,
 * `q` and similar names, which select the page on some sites: a wrong merge loses a product, while a wrong split only
 * lists it twice.
 */
const TRACKING_PARAMETERS = new Set(
  splitWords(`
    gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid fb_action_ids
    fb_action_types fb_source igshid igsh msclkid twclid ttclid yclid ysclid _openstat li_fat_id epik rdt_cid
    mc_cid mc_eid mkt_tok _hsenc _hsmi __hstc __hssc __hsfp hsctatracking vero_id vero_conv oly_anon_id
    oly_enc_id wickedid rb_clickid s_cid ml_subscriber ml_subscriber_hash _branch_match_id ref ref_src ref_url
    referrer referer via aff
  `),
);

const TRACKING_PREFIXES = ['utm_', 'pk_', 'mtm_', 'hsa_', 'matomo_', 'piwik_'];

export function isTracking(name: string): boolean {
  const key = name.toLowerCase();
  return TRACKING_PARAMETERS.has(key) || TRACKING_PREFIXES.some((prefix) => key.startsWith(prefix));
}
