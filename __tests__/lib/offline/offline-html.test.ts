import {
  filesOf,
  readProducts,
  searchProducts,
  titleOf,
  withContent,
  withNotice,
} from '@/lib/offline/offline-html';

const page = (data: unknown, main = '<p>Old</p>') =>
  `<!DOCTYPE html><html lang="en"><head><title data-next-head="">R&amp;D · Listgrove</title><link rel="stylesheet" href="/_next/static/css/a.css"/><script id="late-scripts" type="application/json">["/_next/static/chunks/a.js"]</script></head><body><div id="__next"><main id="main">${main}</main></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script></body></html>`;

const react = { slug: 'react', name: 'React', tagline: 'Interfaces of components' };
const preact = { slug: 'preact', name: 'Preact', tagline: 'Like React, <small>' };
const cafe = { slug: 'cafe', name: 'Café', tagline: 'Renders React' };

it('finds the files of a page once each: styles, scripts, marks without their fragments, and no other link', () => {
  const main =
    '<img src="/api/marks?of=x&amp;n:y#m0"/><img src="/api/marks?of=x&amp;n:y#m1"/><use href="/icons.svg#close"></use><img src="/l/de-01ab23cd/_next/static/a.svg"/><a href="/api/docs">API</a>';

  expect(filesOf(page({}, main))).toEqual([
    '/_next/static/css/a.css',
    '/api/marks?of=x&n:y',
    '/icons.svg',
    '/l/de-01ab23cd/_next/static/a.svg',
    '/_next/static/chunks/a.js',
  ]);
});

it('says that a page is old, and why it is shown', () => {
  const html = withNotice(page({}), { isOnline: false, keptAt: '2026-11-22T22:14:00.000Z' });

  expect(html).toContain('<link rel="stylesheet" href="/offline.css"/></head><body><aside');
  expect(html).toMatch(
    /<strong>You're offline\.<\/strong> This page was saved on <time datetime="2026-11-22T22:14:00\.000Z">[^<]+<\/time>, and may be out of date\./,
  );
  expect(withNotice(page({}), { isOnline: true })).toContain(
    "<strong>We can't reach the server.</strong></p>",
  );
});

it('puts escaped content in place of a page, without the scripts that would bring the page back', () => {
  const html = withContent(page({ props: 1 }), { title: '<b>$&', body: '<p>New $&</p>' });

  expect(html).toContain('<title>&lt;b&gt;$&amp;</title>');
  expect(html).toContain('<p>New $&</p></div></article></main>');
  expect(html).not.toMatch(/Old|late-scripts|__NEXT_DATA__/);
});

it('reads the title of a page without the name of the site', () => {
  expect(titleOf(page({}))).toBe('R&D');
});

it('finds products in saved lists and pages: by every word of name and tagline, names and saved pages first', () => {
  const pages = [
    {
      url: 'https://listgrove.example/tool/cafe',
      html: page({ page: '/[noun]/[slug]', query: { slug: 'cafe' }, props: { product: cafe } }),
    },
    {
      url: 'https://listgrove.example/',
      html: page({ page: '/', props: { list: { products: [react, preact] } } }),
    },
    {
      url: 'https://listgrove.example/tool/react',
      html: page({
        page: '/[noun]/[slug]',
        query: { slug: 'react' },
        props: { product: react, related: [preact] },
      }),
    },
  ];
  const find = (text: string) => searchProducts(readProducts(pages), text);

  expect(find('react')).toEqual([
    { name: 'React', tagline: react.tagline, path: '/tool/react' },
    { name: 'Preact', tagline: preact.tagline, path: undefined },
    { name: 'Café', tagline: cafe.tagline, path: '/tool/cafe' },
  ]);
  expect(find('RENDERS cafe').map(({ name }) => name)).toEqual(['Café']);
  expect([...find(''), ...find('nothing')]).toEqual([]);
});

it('finds 50 products at most, and those that lie up to eight levels deep', () => {
  const named = (index: number) => ({ slug: `tool-${index}`, name: `Tool ${index}`, tagline: 'A tool' });
  const url = 'https://listgrove.example/';
  const find = (data: unknown) => searchProducts(readProducts([{ url, html: page(data) }]), 'tool').length;
  const list = (count: number) => Array.from({ length: count }, (_, index) => named(index));
  expect([find(list(50)), find(list(51))]).toEqual([50, 50]);
  const below = (levels: number): unknown => (levels === 0 ? named(1) : [below(levels - 1)]);
  expect([find(below(8)), find(below(9))]).toEqual([1, 0]);
});
