import { type Analytics, analyticsTag } from '@/lib/contract/plain/analytics';
import { readVerification } from '@/lib/contract/plain/site-verification';
import { imageVariantURL, uploadedImageURL } from '@/lib/contract/plain/image-url';
import { type Notices, parseLinks, type SiteLink } from '@/lib/contract/plain/site';
import { textsLanguage } from '@/lib/texts/language';

const NO_LINKS: readonly SiteLink[] = [];

/** The defaults of the public configuration. A default applies when its variable is missing or empty. */
const DEFAULTS = {
  siteName: 'Listgrove',
  siteNoun: 'tool',
  siteNounPlural: '',
  siteLayout: 'rows',
  siteFollow: 'upvoted',
  /** Empty: SoftwareApplication for a directory of tools, CreativeWork for any other. */
  siteSchemaType: '',
  siteDescription: '',
  /** Missing: this machine, at the port that the site listens on. */
  siteURL: '',
  siteSocial: NO_LINKS,
  /** Base URL of the product server. Empty: the site's origin + `/api`. */
  serverURL: '',
  /** Empty: the parent domain of the site's host. */
  cookieDomain: '',
  algoliaAppId: '',
  algoliaSearchKey: '',
  newsletterURL: '',
  newsletterList: '',
  /** A site without a mail server does not promise emails. */
  offersNewsletter: false,
};
type PublicEnv = typeof DEFAULTS & {
  notices: Notices;
  /** What counts visits. Missing: nothing does. */
  analytics?: Analytics | undefined;
  /** URLs, separated by commas. Missing: Algolia's own. */
  algoliaHosts?: string;
  /** URL of the logo. Missing: the mark in the sheet of icons. */
  siteLogo?: string | undefined;
  /** What texts may name. Missing: made of the site's name and noun. */
  siteWords?: Readonly<Record<string, string>>;
};

/** Known on the server only. */
const port = process.env.PORT || '3000';

/** The element of each page that has the configuration for the browser. */
export const PUBLIC_VALUES_ID = 'public-env';

/** The values that are configured, as the page states them in the browser. */
function readConfigured(): Partial<PublicEnv> {
  const text = typeof document !== 'undefined' && document.getElementById(PUBLIC_VALUES_ID)?.textContent;
  if (text) {
    const written: unknown = JSON.parse(text);
    return Object.fromEntries(Object.entries(written ?? {}));
  }
  // Both conditions are known when the code for browsers is built, which then has no names of variables.
  return typeof window === 'undefined' || process.env.NODE_ENV === 'test' ? readVariables() : {};
}

declare global {
  /** What admins have set in the browser, by the name of the variable, where the environment does not win. */
  var storedVariables: Readonly<Record<string, string>> | undefined;
  /** Read the configuration again. Next bundles pages separately from the host, so there are several copies of it. */
  var settingReaders: Set<() => void> | undefined;
}

/** Has the pages of this process read settings that have changed, all of them before it returns. */
export function provideStoredVariables(variables: Readonly<Record<string, string>>): void {
  globalThis.storedVariables = variables;
  for (const read of globalThis.settingReaders ?? []) read();
}

/** Runs `read` on the server whenever settings have changed. The code for browsers has no call of it. */
export function onSettings(read: () => void): void {
  (globalThis.settingReaders ??= new Set()).add(read);
}

/** By a name in brackets, because Next writes the value at build time in place of `process.env.NEXT_PUBLIC_…`. */
function readVariables(): Partial<PublicEnv> {
  const { APP_ENV: appEnv } = process.env;
  const names = {
    siteName: 'NEXT_PUBLIC_SITE_NAME',
    siteNoun: 'NEXT_PUBLIC_SITE_NOUN',
    siteNounPlural: 'NEXT_PUBLIC_SITE_NOUN_PLURAL',
    siteLayout: 'NEXT_PUBLIC_SITE_LAYOUT',
    siteFollow: 'NEXT_PUBLIC_SITE_FOLLOW',
    siteSchemaType: 'NEXT_PUBLIC_SITE_SCHEMA_TYPE',
    siteDescription: 'NEXT_PUBLIC_SITE_DESCRIPTION',
    siteURL: 'NEXT_PUBLIC_SITE_URL',
    siteSocial: 'NEXT_PUBLIC_SITE_SOCIAL',
    serverURL: 'NEXT_PUBLIC_SERVER_URL',
    cookieDomain: 'NEXT_PUBLIC_COOKIE_DOMAIN',
    algoliaAppId: 'NEXT_PUBLIC_ALGOLIA_APP_ID',
    algoliaSearchKey: 'NEXT_PUBLIC_ALGOLIA_SEARCH_KEY',
    algoliaHosts: 'NEXT_PUBLIC_ALGOLIA_HOSTS',
    newsletterURL: 'NEXT_PUBLIC_NEWSLETTER_URL',
    newsletterList: 'NEXT_PUBLIC_NEWSLETTER_LIST',
  } as const satisfies Record<
    Exclude<keyof PublicEnv, 'notices' | 'offersNewsletter' | 'siteWords' | 'analytics' | 'siteLogo'>,
    string
  >;
  const read = (name: string) => globalThis.storedVariables?.[name] ?? process.env[name] ?? '';
  const given = Object.entries(names).map(([key, name]) => [key, read(name)] as const);
  const values: Partial<PublicEnv> = Object.fromEntries(given.filter(([, value]) => value));
  const logo = read('SITE_LOGO');
  const social = globalThis.storedVariables?.[names.siteSocial] ?? process.env[names.siteSocial];
  return {
    siteURL: `http://localhost:${port}`,
    ...values,
    // Browsers get the links as they are checked here, and load no code that checks them.
    ...(social && { siteSocial: parseLinks(names.siteSocial, social, 'name') }),
    ...(logo && { siteLogo: logoURL(logo, values.serverURL || '/api') }),
    // Emails without a mail server are shown to the person who runs the site.
    ...((values.newsletterURL || read('SMTP_URL') || appEnv === 'development' || appEnv === 'demo') && {
      offersNewsletter: true,
    }),
    ...readAnalytics(read),
  };
}

/** A square that is visible in both themes. */
const logoURL = (key: string, serverURL: string) =>
  imageVariantURL(uploadedImageURL(key, serverURL), 'mark', 'webp');

function readAnalytics(read: (name: string) => string): { analytics?: Analytics } {
  const tag = analyticsTag(read);
  const gaId = read('NEXT_PUBLIC_GA_ID');
  const gtmId = read('NEXT_PUBLIC_GTM_ID');
  if (!tag && !gaId && !gtmId) return {};
  return { analytics: { ...(gaId && { gaId }), ...(gtmId && { gtmId }), ...(tag && { tag }) } };
}

let configured = readConfigured();

/** The color of the site, for its document alone; empty without one. */
export const siteColor = (): string =>
  (globalThis.storedVariables?.SITE_COLOR ?? process.env.SITE_COLOR) || '';

/** Whether the document has the line “Runs on Listgrove”. A site with the name Listgrove never has it. */
export const showsCredit = (): boolean =>
  (globalThis.storedVariables?.SITE_CREDIT ?? process.env.SITE_CREDIT) !== 'off' &&
  env.siteName !== DEFAULTS.siteName;

/** The name and the content of each tag that proves whose site it is, for the document of the home page alone. */
export const siteVerification = () =>
  readVerification((globalThis.storedVariables?.SITE_VERIFICATION ?? process.env.SITE_VERIFICATION) || '') ??
  [];

/**
 * The configuration for the browser, as JSON that is safe inside a `<script>`. One build serves any site.
 *
 * @param isPrivate whether the page is for one person, so that nothing counts its visits.
 */
export function publicValuesJSON(notices: Notices, isPrivate = false): string {
  const nounForms = globalThis.storedVariables?.SITE_NOUN_FORMS ?? process.env.SITE_NOUN_FORMS;
  const isOwnEnglish = textsLanguage() === 'en' && !nounForms;
  return JSON.stringify({
    ...configured,
    ...(isPrivate && { analytics: undefined }),
    ...(hasAny(notices) && { notices }),
    ...(!isOwnEnglish && { siteWords: globalThis.siteWords?.() }),
  }).replaceAll('<', '\\u003c');
}

const hasAny = ({ promos, sponsors, links = [] }: Notices) =>
  promos.length + sponsors.length + links.length > 0;

/** The public configuration, and what the server alone knows. */
const NO_NOTICES: Notices = { promos: [], sponsors: [] };
export const env = { ...DEFAULTS, notices: NO_NOTICES, ...configured, port };

if (typeof window === 'undefined') {
  onSettings(() => {
    configured = readConfigured();
    Object.assign(env, DEFAULTS, { analytics: undefined, siteLogo: undefined }, configured);
  });
}
