/** The variables of the public configuration, and their values when they are missing or empty. */
const DEFAULTS = {
  NEXT_PUBLIC_SITE_NAME: 'Sprig',
  NEXT_PUBLIC_SITE_NOUN: 'tool',
  NEXT_PUBLIC_SITE_NOUN_PLURAL: '',
  NEXT_PUBLIC_SITE_LAYOUT: 'rows',
  NEXT_PUBLIC_SITE_FOLLOW: 'upvoted',
  /** Empty: SoftwareApplication for a directory of tools, CreativeWork for any other. */
  NEXT_PUBLIC_SITE_SCHEMA_TYPE: '',
  NEXT_PUBLIC_SITE_DESCRIPTION: '',
  /** Empty: this machine, at the port that the site listens on. */
  NEXT_PUBLIC_SITE_URL: '',
  NEXT_PUBLIC_SITE_SOCIAL: '[]',
  NEXT_PUBLIC_SITE_PROMOS: '[]',
  /** Base URL of the product server. Empty: the site's origin + `/api`. */
  NEXT_PUBLIC_SERVER_URL: '',
  /** Empty: the parent domain of the site's host. */
  NEXT_PUBLIC_COOKIE_DOMAIN: '',
  NEXT_PUBLIC_ALGOLIA_APP_ID: '',
  NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: '',
  NEXT_PUBLIC_NEWSLETTER_URL: '',
  NEXT_PUBLIC_NEWSLETTER_LIST: '',
  NEXT_PUBLIC_GA_ID: '',
  NEXT_PUBLIC_GTM_ID: '',
};
type PublicValues = typeof DEFAULTS & {
  /** Anything: the site has a newsletter. A site without a mail server does not promise emails. */
  NEWSLETTER?: string;
};

/** The element of each page that has the configuration for the browser. */
export const PUBLIC_VALUES_ID = 'public-env';

/** Known on the server only. */
const port = process.env.PORT || '3000';
const siteColor = process.env.SITE_COLOR || '';

/**
 * What is configured: the variables of the process, or in the browser what the page says of them. Variables are read by
 * a name in brackets, because Next writes the value at build time in place of `process.env.NEXT_PUBLIC_…`.
 */
function readConfigured(): Partial<PublicValues> {
  const text = typeof document !== 'undefined' && document.getElementById(PUBLIC_VALUES_ID)?.textContent;
  if (text) {
    const written: unknown = JSON.parse(text);
    return Object.fromEntries(Object.entries(written ?? {}));
  }
  const { APP_ENV: appEnv, SMTP_URL: smtpURL, NEXT_PUBLIC_NEWSLETTER_URL: newsletterURL } = process.env;
  const given = Object.keys(DEFAULTS).map((name) => [name, process.env[name]] as const);
  return {
    NEXT_PUBLIC_SITE_URL: `http://localhost:${port}`,
    ...Object.fromEntries(given.filter(([, value]) => value)),
    // Emails without a mail server are shown to whoever runs the site.
    ...((newsletterURL || smtpURL || appEnv === 'development' || appEnv === 'demo') && { NEWSLETTER: '1' }),
  };
}

const configured = readConfigured();
const values: PublicValues = { ...DEFAULTS, ...configured };

/** The configuration for the browser, as JSON that is safe inside a `<script>`. One build serves any site. */
export const publicValuesJSON = JSON.stringify(configured).replaceAll('<', '\\u003c');

/** The public configuration. */
export const env = {
  siteName: values.NEXT_PUBLIC_SITE_NAME,
  siteNoun: values.NEXT_PUBLIC_SITE_NOUN,
  siteNounPlural: values.NEXT_PUBLIC_SITE_NOUN_PLURAL,
  siteLayout: values.NEXT_PUBLIC_SITE_LAYOUT,
  siteFollow: values.NEXT_PUBLIC_SITE_FOLLOW,
  siteSchemaType: values.NEXT_PUBLIC_SITE_SCHEMA_TYPE,
  siteDescription: values.NEXT_PUBLIC_SITE_DESCRIPTION,
  siteURL: values.NEXT_PUBLIC_SITE_URL,
  siteSocial: values.NEXT_PUBLIC_SITE_SOCIAL,
  sitePromos: values.NEXT_PUBLIC_SITE_PROMOS,
  serverURL: values.NEXT_PUBLIC_SERVER_URL,
  cookieDomain: values.NEXT_PUBLIC_COOKIE_DOMAIN,
  algoliaAppId: values.NEXT_PUBLIC_ALGOLIA_APP_ID,
  algoliaSearchKey: values.NEXT_PUBLIC_ALGOLIA_SEARCH_KEY,
  newsletterURL: values.NEXT_PUBLIC_NEWSLETTER_URL,
  newsletterList: values.NEXT_PUBLIC_NEWSLETTER_LIST,
  gaId: values.NEXT_PUBLIC_GA_ID,
  gtmId: values.NEXT_PUBLIC_GTM_ID,
  offersNewsletter: Boolean(values.NEWSLETTER),
  port,
  siteColor,
};
