import { loadAnalytics } from '@/lib/browser/analytics';

const scripts = () => [...document.head.querySelectorAll('script')];

beforeEach(() => jest.useFakeTimers({ now: new Date('2036-06-01T12:00:00.000Z') }));
afterEach(() => {
  jest.useRealTimers();
  delete window.dataLayer;
  document.head.replaceChildren();
});

it('loads Google Analytics with its commands as arguments objects', () => {
  loadAnalytics({ gaId: 'G-1&2', gtmId: '' });

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
  loadAnalytics({ gaId: '', gtmId: 'GTM-1' });

  expect(scripts().map(({ src, async }) => [src, async])).toEqual([
    ['https://www.googletagmanager.com/gtm.js?id=GTM-1', true],
  ]);
  expect(window.dataLayer).toEqual([{ 'gtm.start': 2_095_934_400_000, event: 'gtm.js' }]);
});

it('adds to the entries of a script that was there before', () => {
  window.dataLayer = ['first'];
  loadAnalytics({ gaId: 'G-1', gtmId: 'GTM-1' });
  expect(window.dataLayer).toHaveLength(4);
  expect(scripts()).toHaveLength(2);
});
