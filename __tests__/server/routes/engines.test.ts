import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { readEnv } from '@/server/config/env';
import { buildProduct } from '../../setup/build';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp, testNow } from '../../setup/test-app';

let variables: Record<string, string> = {};
const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/', ...variables }));

beforeEach(() => {
  variables = {};
});

const sitemap = z.object({
  urlset: z.object({
    '@xmlns': z.literal('http://www.sitemaps.org/schemas/sitemap/0.9'),
    url: z.array(z.object({ loc: z.string(), lastmod: z.optional(z.iso.datetime()) })),
  }),
});
const sitemapIndex = z.object({
  sitemapindex: z.looseObject({ sitemap: z.array(z.object({ loc: z.string() })) }),
});

async function readXML(path: string): Promise<unknown> {
  const { status, headers, text } = await api.request('GET', path);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=UTF-8']);
  return parseXML(text, ['url', 'sitemap']);
}

const pagesIn = async (path: string) => sitemap.parse(await readXML(path)).urlset.url;
const filesIn = async () =>
  sitemapIndex
    .parse(await readXML('/sitemap.xml'))
    .sitemapindex.sitemap.map(({ loc }) => new URL(loc).pathname);

it('names the pages that robots may read, and the sitemap', async () => {
  expect((await api.request('GET', '/robots.txt')).text).toBe(
    [
      'User-agent: *',
      'Allow: /api/images/',
      'Allow: /api/marks',
      'Allow: /api/tiles/',
      'Disallow: /api/',
      'Disallow: /account/',
      'Disallow: /moderation',
      'Disallow: /search',
      'Disallow: /compare?',
      'Disallow: /tag/*?',
      'Disallow: /top/*?',
      'Disallow: /*/alternatives?',
      'Disallow: /*?*&',
      'Disallow: /*?*,',
      'Disallow: /*?tag=',
      'Disallow: /*?sort=',
      'Disallow: /*?of=',
      'Disallow: /*?license=',
      'Allow: /moderation-log',
      'Allow: /tag/*?after=',
      'Allow: /top/*?after=',
      'Allow: /*/alternatives?after=',
      '',
      'Sitemap: https://listgrove.example/sitemap.xml\n',
    ].join('\n'),
  );

  variables = { NEXT_PUBLIC_SERVER_URL: 'https://api.listgrove.example' };
  expect((await api.request('GET', '/robots.txt')).text).not.toContain('/api/');
});

it('lists public products with the time of their last change, and tags with three products', async () => {
  const dayBefore = new Date('2026-05-31T10:00:00Z');
  await buildProduct(api.db, { slug: 'a&b', updatedAt: dayBefore, approvedAt: dayBefore, tags: ['Design'] });
  await buildProduct(api.db, { slug: 'gone', status: 'removed' });
  await buildProduct(api.db, { slug: 'waits', status: 'pending', approvedAt: null });
  await buildProduct(api.db, { slug: 'over', status: 'discontinued', updatedAt: testNow, tags: ['Rare'] });
  for (const slug of ['one', 'two']) await buildProduct(api.db, { slug, tags: ['Design'] });

  expect(await filesIn()).toEqual(['/sitemap-pages.xml', '/sitemap-products-1.xml', '/sitemap-tags-1.xml']);
  const pages = await pagesIn('/sitemap-products-1.xml');
  expect(pages.map(({ loc }) => loc)).toEqual([
    'https://listgrove.example/tool/a%26b',
    'https://listgrove.example/tool/over',
    'https://listgrove.example/tool/one',
    'https://listgrove.example/tool/two',
  ]);
  expect(pages.slice(0, 2).map(({ lastmod }) => lastmod)).toEqual([
    '2026-05-31T10:00:00Z',
    '2026-06-01T12:00:00Z',
  ]);
  expect(await pagesIn('/sitemap-tags-1.xml')).toEqual([{ loc: 'https://listgrove.example/tag/design' }]);
  expect((await pagesIn('/sitemap-pages.xml')).map(({ loc }) => new URL(loc).pathname)).toContain(
    '/top/week',
  );
});

it('lists the pages of products that have listed alternatives', async () => {
  const [first, second, removed, alone] = [
    await buildProduct(api.db, { slug: 'first' }),
    await buildProduct(api.db, { slug: 'second' }),
    await buildProduct(api.db, { slug: 'removed', status: 'removed' }),
    await buildProduct(api.db, { slug: 'alone' }),
  ];
  const pair = { createdAt: testNow, status: 'approved' } as const;
  await api.db.insert(alternatives).values([
    { ...pair, productId: first.id, alternativeId: second.id },
    { ...pair, productId: removed.id, alternativeId: alone.id },
    { ...pair, productId: first.id, alternativeId: alone.id, status: 'pending' },
  ]);

  expect(await filesIn()).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-products-1.xml',
    '/sitemap-alternatives-1.xml',
  ]);
  expect(await pagesIn('/sitemap-alternatives-1.xml')).toEqual([
    { loc: 'https://listgrove.example/tool/first/alternatives' },
    { loc: 'https://listgrove.example/tool/second/alternatives' },
  ]);
});

it('begins a file for every 50,000 ids that have pages, and leaves out those without', async () => {
  const ids = { 1: 'first', 50_000: 'last-of-first', 150_001: 'in-fourth' };
  for (const [id, slug] of Object.entries(ids)) {
    await api.db.execute(sql`SELECT setval(pg_get_serial_sequence('products', 'id'), ${id}::bigint, false)`);
    expect(await buildProduct(api.db, { slug })).toMatchObject({ id });
  }

  expect(await filesIn()).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-products-1.xml',
    '/sitemap-products-4.xml',
  ]);
  expect((await pagesIn('/sitemap-products-1.xml')).map(({ loc }) => loc)).toEqual([
    'https://listgrove.example/tool/first',
    'https://listgrove.example/tool/last-of-first',
  ]);
  expect((await pagesIn('/sitemap-products-4.xml')).map(({ loc }) => loc)).toEqual([
    'https://listgrove.example/tool/in-fourth',
  ]);
});

it('writes a file of many pages in pieces, each page once', async () => {
  await api.db.execute(sql`
    INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
    SELECT 'p' || n, 'P' || n, 'A product', 'https://p' || n || '.example/', 'p' || n || '.example', 'approved', now()
    FROM generate_series(1, 2500) AS n`);

  const pages = await pagesIn('/sitemap-products-1.xml');

  expect(pages).toHaveLength(2_500);
  expect(new Set(pages.map(({ loc }) => loc)).size).toBe(2_500);
});

it.each([
  '/sitemap-products-1.xml',
  '/sitemap-products-0.xml',
  '/sitemap-users-1.xml',
  '/sitemap-tags-999999999.xml',
])('answers 404 to %s of an empty directory', async (path) => {
  expect((await api.request('GET', path)).status).toBe(404);
});

it('describes the search to browsers', async () => {
  const { headers, text } = await api.request('GET', '/opensearch.xml');

  expect(headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=UTF-8');
  parseXML(text, ['Url']);
  expect(text).toContain('xml:lang="en"');
  expect(text).toContain('template="https://listgrove.example/search?q={searchTerms}"');
});

it.each([
  ['/opensearch.xml', 'en'],
  ['/manifest.webmanifest', 'en'],
  ['/llms.txt', 'en'],
  ['/feed.json', 'en'],
  ['/index.md', 'en'],
  ['/api/openapi.json', 'en'],
  ['/robots.txt', null],
  ['/sitemap.xml', null],
  ['/api/tags', null],
])('names the language of %s: %s', async (path, language) => {
  expect((await api.request('GET', path)).headers.get('content-language')).toBe(language);
});

it('tells agents what they can read, and each of its links leads to an answer', async () => {
  variables = { NEXT_PUBLIC_SITE_NAME: 'Tools [and] *more*', NEXT_PUBLIC_SITE_NOUN_PLURAL: 'fine tools' };
  const { headers, text } = await api.request('GET', '/llms.txt');

  expect(headers.get('content-type')).toBe('text/plain; charset=UTF-8');
  expect(text).toMatch(/^# Tools \\\[and\\\] \\\*more\\\*\n\n> The best web fine tools\\, found/);
  expect(text).toContain('- [All fine tools](https://listgrove.example/data/awesome.md)');
  const paths = [...text.matchAll(/\]\(https:\/\/listgrove\.example([^)]+)\)/g)].map(([, path = '']) => path);
  expect(paths).toHaveLength(12);
  const statuses = await Promise.all(
    paths.filter((path) => path !== '/mcp').map(async (path) => (await api.request('GET', path)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('describes the site to browsers that install it', async () => {
  const { status, headers, text } = await api.request('GET', '/manifest.webmanifest');
  const body: unknown = JSON.parse(text);
  const { icons } = z
    .object({ icons: z.array(z.object({ src: z.string(), sizes: z.string() })) })
    .parse(body);

  expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json']);
  expect(body).toMatchObject({
    name: 'Listgrove',
    start_url: '/',
    display: 'standalone',
    icons: expect.arrayContaining([expect.objectContaining({ purpose: 'maskable', sizes: '512x512' })]),
    share_target: { action: '/listed', method: 'GET' },
  });
  for (const { src, sizes } of icons.filter(({ src }) => src.endsWith('.png'))) {
    const file = await readFile(`public${src}`);
    // Where a PNG names its width and height.
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
  }
});
