import { loadTag } from '@/lib/browser/analytics-tag';
import { analyticsTag } from '@/lib/contract/plain/analytics';

const scripts = () => [...document.head.querySelectorAll('script')];
const tagOf = (variables: Record<string, string>) => {
  const tag = analyticsTag((name) => variables[name] ?? '');
  if (!tag) throw new Error('There is no tag.');
  return tag;
};

/** The router, as it tells that it has shown another page. */
function createRouter() {
  const runs: (() => void)[] = [];
  const show = () => Promise.resolve(true);
  return {
    router: {
      push: show,
      replace: show,
      events: { on: (_: string, run: () => void) => void runs.push(run) },
    },
    visit: (path: string, title: string) => {
      window.history.pushState(null, '', path);
      for (const run of runs) run();
      // As next/head does, after the router has told of the page.
      document.title = title;
      jest.runAllTimers();
    },
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['plausible', '_paq', 'goatcounter', 'posthog', 'trustedTypes'])
    Reflect.deleteProperty(window, name);
  document.head.replaceChildren();
  window.history.replaceState(null, '', '/');
});

const ID = '94db1cb1-74f4-4a40-ad6c-962362670409';

it.each([
  ['plausible', { ANALYTICS_ID: 'a.example' }, 'https://plausible.io/js/script.js', { domain: 'a.example' }],
  ['plausible', { ANALYTICS_ID: 'pa-Ab_1' }, 'https://plausible.io/js/pa-Ab_1.js', {}],
  [
    'plausible',
    { ANALYTICS_ID: 'a.example', ANALYTICS_URL: 'https://b.example/p/js/script.tagged.js' },
    ...(['https://b.example/p/js/script.tagged.js', { domain: 'a.example' }] as const),
  ],
  ['umami', { ANALYTICS_ID: ID }, 'https://cloud.umami.is/script.js', { websiteId: ID }],
  [
    'umami',
    { ANALYTICS_ID: ID, ANALYTICS_URL: 'https://b.example/umami/' },
    ...(['https://b.example/umami/script.js', { websiteId: ID }] as const),
  ],
  ['fathom', { ANALYTICS_ID: 'ABCD' }, 'https://cdn.usefathom.com/script.js', { site: 'ABCD', spa: 'auto' }],
  [
    'goatcounter',
    { ANALYTICS_ID: 'grove' },
    ...(['https://gc.zgo.at/count.js', { goatcounter: 'https://grove.goatcounter.com/count' }] as const),
  ],
  [
    'goatcounter',
    { ANALYTICS_URL: 'https://b.example' },
    ...(['https://b.example/count.js', { goatcounter: 'https://b.example/count' }] as const),
  ],
  [
    'matomo',
    { ANALYTICS_ID: '3', ANALYTICS_URL: 'https://b.example/matomo/' },
    ...(['https://b.example/matomo/matomo.js', {}] as const),
  ],
  ['posthog', { ANALYTICS_ID: 'phc_1' }, 'https://us-assets.i.posthog.com/static/array.js', {}],
  [
    'posthog',
    { ANALYTICS_ID: 'phc_1', ANALYTICS_URL: 'https://eu.i.posthog.com' },
    ...(['https://eu-assets.i.posthog.com/static/array.js', {}] as const),
  ],
  [
    'script',
    {
      ANALYTICS_URL: 'https://b.example/a.js?b',
      ANALYTICS_ATTRIBUTES: '[{"name":"data-key","value":"<1>"}]',
    },
    ...(['https://b.example/a.js?b', { key: '<1>' }] as const),
  ],
])('loads the script of %s with %j', (service, variables, src, dataset) => {
  loadTag(tagOf({ ANALYTICS: service, ...variables }), null);
  expect(
    scripts().map((script) => [script.src, script.async, Object.fromEntries(Object.entries(script.dataset))]),
  ).toEqual([[src, true, dataset]]);
});

it('names the script to the browser by a policy that lets nothing else through', () => {
  const policies: [string, (url: string) => unknown][] = [];
  const createPolicy = (name: string, { createScriptURL }: { createScriptURL: (url: string) => unknown }) => {
    policies.push([name, createScriptURL]);
    return { createScriptURL: (url: string) => `${String(createScriptURL(url))}#trusted` };
  };
  Object.assign(window, { trustedTypes: { createPolicy } });
  const tag = tagOf({ ANALYTICS: 'script', ANALYTICS_URL: 'https://b.example/a.js' });
  loadTag(tag, null);
  expect(scripts()[0]?.src).toBe('https://b.example/a.js#trusted');
  expect(policies.map(([name, allow]) => [name, allow('https://evil.example/x.js')])).toEqual([
    ['analytics', 'https://b.example/a.js'],
  ]);
});

it('tells Matomo of each page that the router shows, without cookies, with the title of the page', () => {
  const { router, visit } = createRouter();
  document.title = 'Home';
  loadTag(tagOf({ ANALYTICS: 'matomo', ANALYTICS_ID: '3', ANALYTICS_URL: 'https://b.example' }), router);
  visit('/tags', 'Tags');
  visit('/tags', 'Tags');
  expect(window._paq).toEqual([
    ['disableCookies'],
    ['setTrackerUrl', 'https://b.example/matomo.php'],
    ['setSiteId', '3'],
    ['setCustomUrl', 'http://localhost/'],
    ['setDocumentTitle', 'Home'],
    ['trackPageView'],
    ['setReferrerUrl', 'http://localhost/'],
    ['setCustomUrl', 'http://localhost/tags'],
    ['setDocumentTitle', 'Tags'],
    ['trackPageView'],
  ]);
});

it('tells GoatCounter of each further page that the router shows', () => {
  const { router, visit } = createRouter();
  loadTag(tagOf({ ANALYTICS: 'goatcounter', ANALYTICS_ID: 'grove' }), router);
  visit('/new', 'New');
  const counted: unknown[] = [];
  window.goatcounter = { count: ({ referrer }) => counted.push([document.title, referrer]) };
  visit('/tags', 'Tags');
  visit('/tags', 'Tags');
  expect(counted).toEqual([['Tags', 'http://localhost/new']]);
});

it('starts the script of a site in Plausible and PostHog as their snippets do, PostHog without storing anything', () => {
  loadTag(tagOf({ ANALYTICS: 'plausible', ANALYTICS_ID: 'pa-1' }), null);
  expect(window.plausible).toEqual({ o: {} });
  loadTag(tagOf({ ANALYTICS: 'posthog', ANALYTICS_ID: 'phc_1' }), null);
  const options = { api_host: 'https://us.i.posthog.com', persistence: 'memory', autocapture: false };
  expect(window.posthog).toMatchObject({
    ...{ _i: [['phc_1', expect.objectContaining(options), 'posthog']], people: [] },
  });
});
