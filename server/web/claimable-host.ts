import { parse } from 'tldts';
import { sharedHostReason } from './shared-hosts';
import { shownHost } from '@/server/text/shown-host';

export type ClaimableHost =
  | {
      host: string;
      /** The names whose DNS record proves it: the host, and the domain that somebody has registered. */
      names: string[];
      /** The URL is the front page of the host. */
      isFrontPage: boolean;
    }
  | { host: string; problem: string };

/** Whether a product's host can be somebody's own. On a shared host, proof of a page is no proof of the host. */
export function claimableHost(url: string): ClaimableHost {
  const { hostname, pathname, search } = new URL(url);
  const host = hostname.toLowerCase();
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp === true || domain === null) {
    return { host, problem: `${shownHost(host)} isn't a domain that somebody can own.` };
  }
  const reason = sharedHostReason(host);
  if (reason !== undefined) {
    return { host, problem: `${shownHost(host)} ${reason}, so we can't tell which of its pages are yours.` };
  }
  return { host, names: [...new Set([host, domain])], isFrontPage: pathname === '/' && search === '' };
}
