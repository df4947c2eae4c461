import { parse as parseHost } from 'tldts';

/** Hosts that no visitor can reach. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/;
const PRIVATE_IPV4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;

/**
 * Reads an address as people write it in lists: blanks around it, a slip in the scheme, `www.` or `//` without
 * one.
 *
 * @returns null for anchors, relative paths, `mailto:` and everything else that leads to no web site.
 */
export function readWebURL(written: string): string | null {
  const address = withScheme(written.trim().replace(/^https?:\/\/(?=https?:\/\/)/i, ''));
  if (address === null) return null;
  try {
    const url = new URL(address);
    if (!isPublicHost(url.hostname)) return null;
    // As written where it can be: people recognise it, and servers tell some spellings apart.
    return /^[\x21-\x7e]+$/.test(address) && !/^[^:]+:\/\/[^/?#]*%/.test(address) ? address : url.href;
  } catch {
    return null;
  }
}

function withScheme(address: string): string | null {
  const scheme = /^h?t{1,3}ps?:?\/{1,3}(?=[^/\s])/i.exec(address);
  if (scheme) return `${/s:?\/+$/i.test(scheme[0]) ? 'https' : 'http'}://${address.slice(scheme[0].length)}`;
  if (/^\/\/[^/]+\.[^/]+/.test(address)) return `https:${address}`;
  if (/^www\.[^/]+\.[^/]+/i.test(address)) return `https://${address}`;
  return null;
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return !/^\[(?:::1?\]|f[cd]|fe80|::ffff:)/i.test(host);
  if (!host.includes('.') || PRIVATE_NAME.test(host)) return false;
  return parseHost(host).isIp === true ? !PRIVATE_IPV4.test(`${host}.`) : true;
}
