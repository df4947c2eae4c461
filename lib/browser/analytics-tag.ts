import type { AnalyticsTag } from '@/lib/contract/plain/analytics';
import type { ClientRouter } from './client-router';

declare global {
  interface Window {
    plausible?: { o?: object };
    _paq?: unknown[][];
    goatcounter?: { count?: (view: { referrer: string }) => void };
    posthog?: unknown[];
  }
}

/** What the script of each service must find, as its own snippet does it. */
const PREPARE: Partial<
  Record<AnalyticsTag['service'], (tag: AnalyticsTag, router: ClientRouter | null) => void>
> = {
  // For the script of a site, which starts with these options. The one for all sites reads its attributes.
  plausible: () => {
    window.plausible ??= { o: {} };
  },
  matomo: ({ url, id }, router) => {
    window._paq = [
      ['disableCookies'],
      ['setTrackerUrl', `${url}/matomo.php`],
      ['setSiteId', id],
      ...viewOf(),
    ];
    onPage(router, (referrer) => {
      // The script puts an object in the place of the list, which takes one command at a time.
      for (const command of [['setReferrerUrl', referrer], ...viewOf()]) window._paq?.push(command);
    });
  },
  // It counts the first page itself.
  goatcounter: (_, router) => onPage(router, (referrer) => window.goatcounter?.count?.({ referrer })),
  posthog: ({ url, id }) => {
    const options = {
      ...{ api_host: url, persistence: 'memory', capture_pageview: 'history_change' },
      ...{ autocapture: false, rageclick: false, capture_dead_clicks: false, capture_heatmaps: false },
      ...{ disable_session_recording: true, disable_surveys: true, capture_performance: false },
      // The policy of the page allows no further script.
      ...{ disable_external_dependency_loading: true, advanced_disable_flags: true },
    };
    window.posthog = Object.assign([], { _i: [[id, options, 'posthog']], people: [], __SV: 1 });
  },
};

/** The address and the title as they are now: the script may arrive when the document is another page. */
const viewOf = () => [
  ['setCustomUrl', window.location.href],
  ['setDocumentTitle', document.title],
  ['trackPageView'],
];

/** Runs `count` with the address before for each page that the document becomes, once its title is there. All are public. */
function onPage(router: ClientRouter | null, count: (referrer: string) => void): void {
  let { href } = window.location;
  router?.events?.on('routeChangeComplete', () => {
    setTimeout(() => {
      const referrer = href;
      ({ href } = window.location);
      if (href !== referrer) count(referrer);
    });
  });
}

/** Loads the script of a service. Services that are not told of pages listen to the history themselves. */
export function loadTag(tag: AnalyticsTag, router: ClientRouter | null): void {
  const { service, src, attributes } = tag;
  PREPARE[service]?.(tag, router);
  const script = document.createElement('script');
  script.async = true;
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  const policy = window.trustedTypes?.createPolicy('analytics', { createScriptURL: () => src });
  Object.assign(script, { src: policy ? policy.createScriptURL(src) : src });
  document.head.append(script);
}
