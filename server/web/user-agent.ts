type Site = { siteName: string; siteURL: string };

/** The name by which other sites know this one, also in their robots.txt. */
export const agentName = ({ siteName }: Pick<Site, 'siteName'>): string =>
  siteName.replace(/[^A-Za-z0-9-]/g, '') || 'Directory';

/** Names the site, so that operators of other sites can contact its owner. */
export const userAgent = (site: Site): string =>
  `${agentName(site)}/1.0 (+${encodeURI(site.siteURL)}; link preview)`;
