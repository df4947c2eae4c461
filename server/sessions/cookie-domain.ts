import { getDomain } from 'tldts';

/**
 * Returns the parent domain that cookies of the site are scoped to: the registrable part of its host.
 *
 * @returns undefined on localhost and IP addresses, where a cookie can only belong to the host itself.
 */
export function cookieDomain(siteURL: string): string | undefined {
  return getDomain(siteURL, { allowPrivateDomains: true, validHosts: [] }) ?? undefined;
}
