import { getDomain } from 'tldts';

/**
 * The parent domain that the site's cookies are scoped to: the part of its host that can be registered.
 *
 * @returns undefined on localhost and addresses, where a cookie can only belong to the host itself.
 */
export function cookieDomain(siteURL: string): string | undefined {
  return getDomain(siteURL, { allowPrivateDomains: true, validHosts: [] }) ?? undefined;
}
