import * as z from 'zod';
import { demo } from './addresses';
import { expect, test, visit } from './site';

const descriptions = z.array(
  z.looseObject({ '@context': z.literal('https://schema.org'), '@type': z.string() }),
);

const described: [path: string, types: string[]][] = [
  ['/', ['WebSite']],
  ['/new', ['ItemList']],
  ['/top/week', ['ItemList']],
  ['/tag/javascript', ['BreadcrumbList', 'ItemList']],
  ['/tool/react', ['SoftwareApplication', 'BreadcrumbList']],
  ['/u/ada-birch', ['ProfilePage']],
];

for (const [path, types] of described) {
  test(`${path} describes itself to search engines, also after its scripts ran`, async ({ page }) => {
    await visit(page, path);
    const data = page.locator('script[type="application/ld+json"]');
    const parsed = descriptions.parse(JSON.parse(await data.innerText()));
    expect(parsed.map((each) => each['@type'])).toEqual(types);
    expect(JSON.stringify(parsed)).not.toMatch(/undefined|\[object/);
  });
}

const shared: [path: string, card: string][] = [
  ['/', '/og/home.png'],
  ['/new', '/og/home.png'],
  ['/top/week', '/og/home.png'],
  ['/tags', '/og/home.png'],
  ['/tag/javascript', '/og/tag/javascript.png'],
  ['/tool/react', '/og/tool/react.png'],
  ['/tool/react/alternatives', '/og/tool/react.png'],
  ['/compare/react-vs-svelte', '/og/home.png'],
  ['/u/ada-birch', '/og/home.png'],
  ['/ranking', '/og/home.png'],
  ['/moderation-log', '/og/home.png'],
  ['/developers', '/og/home.png'],
  ['/support', '/og/home.png'],
];

test('each public page names its card, which answers with an image of the named size', async ({
  request,
}) => {
  for (const [path, card] of shared) {
    const html = await (await request.get(path)).text();
    const metaOf = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    const names = ['og:image', 'og:image:width', 'og:image:height', 'twitter:card'];
    expect(names.map(metaOf), path).toEqual([demo.url + card, '1200', '630', 'summary_large_image']);
    const answer = await request.get(card);
    expect([answer.status(), answer.headers()['content-type']], card).toEqual([200, 'image/png']);
    // The width and height in the first chunk of a PNG.
    const bytes = await answer.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
  }
});

test('a page without public content names no card', async ({ request }) => {
  for (const path of ['/search?q=react', '/account/profile', '/tool/none', '/tag/none', '/u/nobody'])
    expect(await (await request.get(path)).text(), path).not.toContain('og:image');
});

const followed: [path: string, feed: string][] = [
  ['/', '/feed.xml'],
  ['/new', '/feed.xml'],
  ['/top/week', '/top/week/feed.xml'],
  ['/?tag=javascript', '/tag/javascript/feed.xml'],
  ['/tag/javascript', '/tag/javascript/feed.xml'],
  ['/tag/javascript?price=free', '/tag/javascript/feed.xml?price=free'],
  ['/top/week?price=free', '/feed.xml?price=free'],
  ['/u/ada-birch', '/u/ada-birch/feed.xml'],
  ['/search?q=react', '/search/feed.xml?q=react'],
];

test('each list names its feed, which answers', async ({ page, request }) => {
  for (const [path, feed] of followed) {
    await visit(page, path);
    await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', feed);
    const answer = await request.get(feed);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=UTF-8',
    ]);
  }
});

test('the link to the feed of a list leaves the pages of the site', async ({ page }) => {
  await visit(page, '/tag/javascript');
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/tag/javascript/feed.xml',
  );
  await page.getByRole('link', { name: 'Feed of this list' }).click();
  expect((await answered).status()).toBe(200);
});

test('the sitemap leads to pages that exist, and to all products', async ({ request }) => {
  const paths = async (file: string) => {
    const text = await (await request.get(file)).text();
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  };
  const files = await paths('/sitemap.xml');
  expect(files).toEqual(
    ['pages', 'products-1', 'tags-1', 'alternatives-1'].map((part) => `/sitemap-${part}.xml`),
  );
  for (const path of await paths('/sitemap-pages.xml'))
    expect((await request.get(path)).status(), path).toBe(200);
  const [products = [], tags = []] = await Promise.all(files.slice(1).map(paths));
  expect(products).toContain('/tool/react');
  for (const path of [...products.slice(0, 5), ...tags.slice(0, 5)]) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('rel="canonical"');
    expect(html, path).not.toContain('noindex');
  }
});

test('a tag with few products asks not to be indexed', async ({ request }) => {
  const { tags } = z
    .object({ tags: z.array(z.object({ slug: z.string(), productCount: z.number() })) })
    .parse(await (await request.get('/api/tags')).json());
  const thin = tags.find(({ productCount }) => productCount < 3);
  expect(await (await request.get(`/tag/${thin?.slug}`)).text()).toContain('content="noindex"');
});
