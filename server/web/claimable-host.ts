import { parse } from 'tldts';
import { isSharedHost } from './icon-links';

/** Hosts of many products, whose front page belongs to none of them. Beside those of `icon-links.ts`. */
const STORES_AND_NETWORKS = new Set([
  ...['apps.microsoft.com', 'itunes.apple.com', 'chrome.google.com', 'sites.google.com', 'f-droid.org'],
  ...['flathub.org', 'snapcraft.io', 'store.steampowered.com', 'microsoftedge.microsoft.com', 'git.sr.ht'],
  ...['figma.com', 'notion.so', 'youtube.com', 'linkedin.com', 'facebook.com', 'instagram.com', 'x.com'],
  ...['twitter.com', 'reddit.com', 'producthunt.com', 'dev.to', 'substack.com', 'gitee.com', 'jsr.io'],
  ...['pkg.go.dev', 'docs.rs', 'hex.pm', 'nuget.org', 'formulae.brew.sh', 'addons.thunderbird.net'],
  ...['store.kde.org', 'open-vsx.org', 'marketplace.atlassian.com', 'raycast.com', 'archive.org'],
]);

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
  const { hostname, pathname } = new URL(url);
  const host = hostname.toLowerCase();
  const bare = host.replace(/^www\./, '');
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp === true || domain === null) {
    return { host, problem: `${host} isn't a domain that somebody can own.` };
  }
  if (isSharedHost(bare) || STORES_AND_NETWORKS.has(bare)) {
    return { host, problem: `${host} hosts many products, so it can't be claimed for this one.` };
  }
  return { host, names: [...new Set([host, domain])], isFrontPage: pathname === '/' };
}
