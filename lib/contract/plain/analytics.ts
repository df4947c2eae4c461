import { canParseURL } from './can-parse-url';

/** What counts visits, beside Google. `script`: a script of the owner's. */
export const ANALYTICS_SERVICES = [
  'plausible',
  'umami',
  'matomo',
  'goatcounter',
  'fathom',
  'posthog',
  'script',
] as const;
export type AnalyticsService = (typeof ANALYTICS_SERVICES)[number];

/** The script that a page loads. */
export type AnalyticsTag = {
  service: AnalyticsService;
  src: string;
  /** Of the script's element. */
  attributes: Readonly<Record<string, string>>;
  /** Where the service is, without a slash at the end. */
  url: string;
  id: string;
};

/** What of analytics the pages load. A part that is missing is not configured. */
export type Analytics = { gaId?: string; gtmId?: string; tag?: AnalyticsTag };

export type AnalyticsVariable =
  'ANALYTICS' | 'ANALYTICS_URL' | 'ANALYTICS_ID' | 'ANALYTICS_ATTRIBUTES' | 'ANALYTICS_ORIGINS';

type Service = {
  /** As people know it. Empty for a script of the owner's. */
  name: string;
  /** Where it is, if `ANALYTICS_URL` does not say so. Undefined: it must. */
  urlOf?: (id: string) => string;
  /** The script of a service at this URL. */
  src: (url: string, id: string) => string;
  attributes?: (url: string, id: string) => Record<string, string>;
  /** Where else than at its URL and at that of its script the script sends to. */
  origins?: (url: string) => readonly string[];
};

/** Plausible names the file of a site's own script so. A domain has a dot. */
const isOwnScript = (id: string) => /^pa-[\w-]+$/.test(id);

const POSTHOG_CLOUD = /^https:\/\/(us|eu)\.i\.posthog\.com$/;
const GOATCOUNTER_CLOUD = /^https:\/\/[\w-]+\.goatcounter\.com$/;
const UMAMI_CLOUD = /^https:\/\/\w+\.umami\.is(?:\/|$)/;

export const SERVICES: Readonly<Record<AnalyticsService, Service>> = {
  // https://plausible.io/docs/plausible-script
  plausible: {
    name: 'Plausible',
    urlOf: () => 'https://plausible.io',
    src: (url, id) => `${url}/js/${isOwnScript(id) ? id : 'script'}.js`,
    attributes: (_, id): Record<string, string> => (isOwnScript(id) ? {} : { 'data-domain': id }),
  },
  // https://umami.is/docs/tracker-configuration
  umami: {
    name: 'Umami',
    urlOf: () => 'https://cloud.umami.is',
    src: (url) => `${url}/script.js`,
    attributes: (_, id) => ({ 'data-website-id': id }),
    // Umami Cloud does not count where its script is.
    origins: (url) =>
      UMAMI_CLOUD.test(url) ? ['https://api-gateway.umami.dev', 'https://api-gateway-eu.umami.dev'] : [],
  },
  // https://developer.matomo.org/guides/tracking-javascript-guide
  matomo: {
    name: 'Matomo',
    src: (url) => `${url}/matomo.js`,
  },
  // https://www.goatcounter.com/help/js
  goatcounter: {
    name: 'GoatCounter',
    urlOf: (id) => `https://${id}.goatcounter.com`,
    src: (url) => (GOATCOUNTER_CLOUD.test(url) ? 'https://gc.zgo.at/count.js' : `${url}/count.js`),
    attributes: (url) => ({ 'data-goatcounter': `${url}/count` }),
  },
  // https://usefathom.com/docs/script/script-advanced
  fathom: {
    name: 'Fathom',
    urlOf: () => 'https://cdn.usefathom.com',
    src: (url) => `${url}/script.js`,
    attributes: (_, id) => ({ 'data-site': id, 'data-spa': 'auto' }),
  },
  // https://posthog.com/docs/libraries/js
  posthog: {
    name: 'PostHog',
    urlOf: () => 'https://us.i.posthog.com',
    src: (url) => `${url.replace(POSTHOG_CLOUD, 'https://$1-assets.i.posthog.com')}/static/array.js`,
  },
  script: { name: '', src: (url) => url },
};

/** Services whose address can be that of the script itself, for example behind the owner's proxy. */
const hasAddressOfScript = (service: AnalyticsService, url: string) =>
  service === 'script' || (/\.js$/.test(url) && ['plausible', 'umami', 'fathom'].includes(service));

/** The attributes that `ANALYTICS_ATTRIBUTES` lists. @throws SyntaxError when it is no JSON. */
export function readAttributes(json: string): [name: string, value: string][] {
  const rows: unknown = json ? JSON.parse(json) : [];
  if (!Array.isArray(rows)) throw new SyntaxError('No list');
  return rows.map((row: unknown) => {
    const { name, value } = Object.fromEntries(Object.entries(row ?? {}));
    return [String(name ?? ''), String(value ?? '')];
  });
}

/**
 * The script that these variables ask for. Undefined: none, or a variable that the start refuses.
 *
 * @param read the value of a variable; empty for none.
 */
export function analyticsTag(read: (name: AnalyticsVariable) => string): AnalyticsTag | undefined {
  const service = ANALYTICS_SERVICES.find((known) => known === read('ANALYTICS'));
  if (service === undefined) return undefined;
  const id = read('ANALYTICS_ID');
  const { urlOf, src, attributes } = SERVICES[service];
  const given = (read('ANALYTICS_URL') || urlOf?.(id))?.replace(/\/+$/, '');
  if (given === undefined || !canParseURL(given)) return undefined;
  const isScript = hasAddressOfScript(service, given);
  const url = isScript ? new URL('.', given).href.replace(/\/$/, '') : given;
  try {
    return {
      ...{ service, id, url, src: isScript ? given : src(url, id) },
      attributes: {
        ...attributes?.(url, id),
        ...Object.fromEntries(readAttributes(read('ANALYTICS_ATTRIBUTES'))),
      },
    };
  } catch {
    return undefined;
  }
}
