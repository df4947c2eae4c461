import { loadAnalytics } from '@/lib/browser/analytics';
import type { AnalyticsTag } from '@/lib/contract/plain/analytics';

const scripts = () => [...document.head.querySelectorAll('script')];

beforeEach(() => jest.useFakeTimers({ now: new Date('2036-06-01T12:00:00.000Z') }));
afterEach(() => {
  jest.useRealTimers();
  delete window.dataLayer;
  document.head.replaceChildren();
});

it('loads Google Analytics with its commands as arguments objects', () => {
  loadAnalytics({ gaId: 'G-1&2' }, null);

  expect(scripts().map(({ src, async }) => [src, async])).toEqual([
    ['https://www.googletagmanager.com/gtag/js?id=G-1%262', true],
  ]);
  expect(window.dataLayer?.map((entry) => Object.prototype.toString.call(entry))).toEqual([
    '[object Arguments]',
    '[object Arguments]',
  ]);
  expect(window.dataLayer?.map((entry) => Array.from<unknown>(Object.values(entry ?? {})))).toEqual([
    ['js', new Date('2036-06-01T12:00:00.000Z')],
    ['config', 'G-1&2'],
  ]);
});

it('loads Tag Manager and tells it when', () => {
  loadAnalytics({ gtmId: 'GTM-1' }, null);

  expect(scripts().map(({ src, async }) => [src, async])).toEqual([
    ['https://www.googletagmanager.com/gtm.js?id=GTM-1', true],
  ]);
  expect(window.dataLayer).toEqual([{ 'gtm.start': 2_095_934_400_000, event: 'gtm.js' }]);
});

it('adds to the entries of a script that was there before', () => {
  window.dataLayer = ['first'];
  loadAnalytics({ gaId: 'G-1', gtmId: 'GTM-1' }, null);
  expect(window.dataLayer).toHaveLength(4);
  expect(scripts()).toHaveLength(2);
});

const tag: AnalyticsTag = {
  service: 'script',
  src: 'https://b.example/a.js',
  attributes: {},
  url: 'https://b.example',
  id: '',
};
const arrive = async (): Promise<void> => void (await import('@/lib/browser/analytics-tag'));

it.each([
  ...['/account/settings', '/account/bookmarks', '/account/profile', '/account/submit'],
  ...['/moderation', '/moderation/settings', '/moderation/history', '/moderation/notices'],
  ...['/newsletter', '/newsletter?token=x', '/newsletter?unsubscribe=x', '/newsletter?preferences=x'],
  ...['/invitation', '/invitation#x', '/setup', '/setup#x', '/ACCOUNT', '/%6Doderation'],
])('loads nothing in %s', async (path) => {
  window.history.replaceState(null, '', path);
  loadAnalytics({ gaId: 'G-1', gtmId: 'GTM-1', tag }, null);
  await arrive();
  window.history.replaceState(null, '', '/');
  expect(scripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
});

it('loads another service than Google without what Google needs', async () => {
  loadAnalytics({ tag }, null);
  await arrive();
  expect(scripts().map(({ src }) => src)).toEqual(['https://b.example/a.js']);
  expect(window.dataLayer).toBeUndefined();
});

it.each([
  ['http://localhost/account/bookmarks', ''],
  ['http://localhost/newsletter?token=x', ''],
  ['http://localhost/tags', 'http://localhost/tags'],
  ['https://search.example/account', 'https://search.example/account'],
  ['', ''],
])('says of a page that was opened from %j that the referrer is %j', (referrer, said) => {
  const own = jest.spyOn(Document.prototype, 'referrer', 'get').mockReturnValue(referrer);
  loadAnalytics({ gaId: 'G-1' }, null);
  expect(document.referrer).toBe(said);
  Reflect.deleteProperty(document, 'referrer');
  own.mockRestore();
});

it('has the router load private pages as documents of their own, and shows all others as before', () => {
  const visited: unknown[] = [];
  const visit = (url: unknown) => Promise.resolve(visited.push(url) > 0);
  const router = { push: visit, replace: visit };
  // jsdom loads no documents, and says so each time.
  const loaded = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  loadAnalytics({ gaId: 'G-1' }, router);
  for (const url of [
    '/tags',
    '/moderation-log',
    '/account/bookmarks',
    '/moderation',
    '/newsletter?token=x',
  ]) {
    void router.push(url);
  }
  expect(visited).toEqual(['/tags', '/moderation-log']);
  expect(loaded.mock.calls.map(([said]) => /navigation/.test(String(said)))).toEqual([true, true, true]);
  loaded.mockRestore();
});

it('reloads the document when Back leads to a private page, before the router handles the event', () => {
  const loaded = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const shown: string[] = [];
  // The router's.
  const show = () => void shown.push(window.location.pathname);
  window.addEventListener('popstate', show);
  const router = { push: () => Promise.resolve(true), replace: () => Promise.resolve(true) };
  loadAnalytics({ gaId: 'G-1' }, router);
  for (const path of ['/account/bookmarks', '/tags', '/newsletter']) {
    window.history.replaceState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }
  window.removeEventListener('popstate', show);
  window.history.replaceState(null, '', '/');
  expect(shown).toEqual(['/tags']);
  expect(loaded.mock.calls.map(([said]) => /navigation/.test(String(said)))).toEqual([true, true]);
  loaded.mockRestore();
});
