/**
 * The public configuration. Next replaces each `process.env.NEXT_PUBLIC_…` below with its value at build time,
 * so every name must be spelled out.
 */
export const env = {
  siteName: process.env.NEXT_PUBLIC_SITE_NAME || 'Sprig',
  siteNoun: process.env.NEXT_PUBLIC_SITE_NOUN || 'tool',
  siteNounPlural: process.env.NEXT_PUBLIC_SITE_NOUN_PLURAL || '',
  siteLayout: process.env.NEXT_PUBLIC_SITE_LAYOUT || 'rows',
  siteFollow: process.env.NEXT_PUBLIC_SITE_FOLLOW || 'upvoted',
  /** Empty: SoftwareApplication for a directory of tools, CreativeWork for any other. */
  siteSchemaType: process.env.NEXT_PUBLIC_SITE_SCHEMA_TYPE || '',
  siteDescription: process.env.NEXT_PUBLIC_SITE_DESCRIPTION || '',
  siteURL: process.env.NEXT_PUBLIC_SITE_URL || '',
  siteSocial: process.env.NEXT_PUBLIC_SITE_SOCIAL || '[]',
  sitePromos: process.env.NEXT_PUBLIC_SITE_PROMOS || '[]',
  /** Base URL of the product server. Empty: the site's origin + `/api`. */
  serverURL: process.env.NEXT_PUBLIC_SERVER_URL || '',
  /** Empty: the parent domain of the site's host. */
  cookieDomain: process.env.NEXT_PUBLIC_COOKIE_DOMAIN || '',
  algoliaAppId: process.env.NEXT_PUBLIC_ALGOLIA_APP_ID || '',
  algoliaSearchKey: process.env.NEXT_PUBLIC_ALGOLIA_SEARCH_KEY || '',
  newsletterURL: process.env.NEXT_PUBLIC_NEWSLETTER_URL || '',
  newsletterList: process.env.NEXT_PUBLIC_NEWSLETTER_LIST || '',
  gaId: process.env.NEXT_PUBLIC_GA_ID || '',
  gtmId: process.env.NEXT_PUBLIC_GTM_ID || '',
  /** Known on the server only. */
  port: process.env.PORT || '3000',
  appEnv: process.env.APP_ENV || '',
  smtpURL: process.env.SMTP_URL || '',
};
