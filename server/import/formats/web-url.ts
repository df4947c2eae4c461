import { parse as parseHost } from 'tldts';

/** Hosts that visitors cannot reach. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/;
const PRIVATE_IPV4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;

/**
 * Reads a URL as people write it in lists: with surrounding spaces, a typo in the scheme, or `www.` or `//` without a
 * scheme.
 *
 * @returns null for anchors, relative paths, `mailto:` and everything else that is not a website.
 */
export function readWebURL(written: string): string | null {
  const text = withScheme(written.trim().replace(/^https?:\/\/(?=https?:\/\/)/i, ''));
  if (text === null) return null;
  try {
    const url = new URL(text);
    if (!isPublicHost(url.hostname)) return null;
    // The original spelling is kept if possible: people recognize it, and some servers distinguish spellings.
    return /^[\x21-\x7e]+$/.test(text) && !/^[^:]+:\/\/[^/?#]*%/.test(text) ? text : url.href;
  } catch {
    return null;
  }
}

/** The spelling that `readWebURL` gives to a link, for links that were not read by it. */
export const spelledURL = (url: string): string =>
  /^[\x21-\x7e]*$/.test(url) ? url : (readWebURL(url) ?? url);

function withScheme(text: string): string | null {
  const scheme = /^h?t{1,3}ps?:?\/{1,3}(?=[^/\s])/i.exec(text);
  if (scheme) return `${/s:?\/+$/i.test(scheme[0]) ? 'https' : 'http'}://${text.slice(scheme[0].length)}`;
  if (/^\/\/[^/]+\.[^/]+/.test(text)) return `https:${text}`;
  if (/^www\.[^/]+\.[^/]+/i.test(text)) return `https://${text}`;
  return null;
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return !/^\[(?:::1?\]|f[cd]|fe80|::ffff:)/i.test(host);
  if (!host.includes('.') || PRIVATE_NAME.test(host)) return false;
  return parseHost(host).isIp === true ? !PRIVATE_IPV4.test(`${host}.`) : true;
}

/** Whether a URL leads to a place that keeps the source code of projects. */
export const isAtCodeHost = (url: string): boolean =>
  /^https?:\/\/(?:www\.)?(?:github|gitlab|codeberg|bitbucket|gitee)\.(?:com|org)\//i.test(url);

/** Returns the host, such as `nodejs.org`, or the project name for a page of a code host. */
export function nameFromURL(url: string): string {
  const { hostname, pathname } = new URL(url);
  const host = hostname.replace(/^www\./, '');
  const [owner, repository] = pathname.split('/').filter((part) => part !== '');
  if (isAtCodeHost(url)) return repository ?? owner ?? host;
  return host;
}
