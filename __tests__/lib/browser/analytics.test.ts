import { loadAnalytics } from '@/lib/browser/analytics';

const scripts = () => [...document.head.querySelectorAll('script')];

beforeEach(() => jest.useFakeTimers({ now: new Date('2036-06-01T12:00:00.000Z') }));
afterEach(() => {
  jest.useRealTimers();
  delete window.dataLayer;
  document.head.replaceChildren();
});

it('loads Google Analytics with its commands as arguments objects', () => {
  loadAnalytics({ gaId: 'G-1&2', gtmId: '' }, null);

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
  loadAnalytics({ gaId: '', gtmId: 'GTM-1' }, null);

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

it.each(['/account/settings', '/moderation', '/newsletter'])('loads nothing in %s', (path) => {
  window.history.replaceState(null, '', path);
  loadAnalytics({ gaId: 'G-1', gtmId: 'GTM-1' }, null);
  window.history.replaceState(null, '', '/');
  expect(scripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
});

it('has the router load private pages as documents of their own, and shows all others as before', () => {
  const visited: unknown[] = [];
  const visit = (url: unknown) => Promise.resolve(visited.push(url) > 0);
  const router = { push: visit, replace: visit };
  // jsdom loads no documents, and says so each time.
  const loaded = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  loadAnalytics({ gaId: 'G-1', gtmId: '' }, router);
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
  loadAnalytics({ gaId: 'G-1', gtmId: '' }, router);
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
