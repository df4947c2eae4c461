import { keptURL, pageOfData } from '@/lib/offline/kept-pages';

const site = 'https://listgrove.example';

it.each(['/', '/new?tag=css', '/tag/css', '/tool/react', '/accounts'])(
  'keeps %s, without a fragment',
  (path) => {
    expect(keptURL(`${site}${path}#main`)).toBe(site + path);
  },
);

it.each([
  '/account/settings',
  '/account',
  '/moderation',
  '/newsletter?token=secret',
  '/search?q=private',
  '/api/docs',
  '/1/indexes/tool-fyi',
])('does not keep %s', (path) => {
  expect(keptURL(site + path)).toBeUndefined();
});

it.each([
  ['/_next/data/b1/index.json', '/'],
  ['/_next/data/b1/new.json?tag=css', '/new?tag=css'],
  ['/_next/data/b1/tool/react.json?noun=tool&slug=react', '/tool/react'],
  ['/_next/data/b1/top/week.json?period=week&after=x', '/top/week?after=x'],
])('knows the page whose data is %s', (data, path) => {
  expect(pageOfData(site + data)).toBe(site + path);
});

it.each(['/tool/react', '/_next/static/chunks/a.js', '/api/products'])(
  'knows that %s is no data of a page',
  (path) => {
    expect(pageOfData(site + path)).toBeUndefined();
  },
);
