import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { productPage } from '@/lib/contract/product';
import { products, productSlugs } from '@/server/db/schema';
import { buildProduct, buildUpvotes, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const hourMs = 60 * 60 * 1000;
const hoursAgo = (hours: number) => new Date(testNow.getTime() - hours * hourMs);

async function readPage(query: string) {
  const { body } = await api.request('GET', `/api/products?${query}`);
  return productPage.parse(body);
}

/** A cursor that somebody has made up. */
const cursorOf = (...fields: unknown[]) => Buffer.from(JSON.stringify(fields)).toString('base64url');

async function readAllSlugs(query: string, betweenPages: (page: number) => Promise<void> = async () => {}) {
  const slugs: string[] = [];
  let after = '';
  for (let page = 0; ; page += 1) {
    const { products: found, nextCursor } = await readPage(`${query}${after}`);
    slugs.push(...found.map(({ slug }) => slug));
    if (nextCursor === null) return slugs;
    after = `&after=${encodeURIComponent(nextCursor)}`;
    await betweenPages(page);
  }
}

it('presents an approved product whole, and nothing about its viewer', async () => {
  const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });
  const built = await buildProduct(api.db, {
    slug: 'react',
    name: 'React',
    submitterId: ada.id,
    tags: ['UI', 'Frameworks'],
  });

  const { status, headers, body } = await api.request('GET', '/api/products/react');

  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1');
  expect(body).toEqual({
    isError: false,
    product: {
      id: built.id,
      slug: 'react',
      name: 'React',
      tagline: 'A product that was built for a test',
      description: '',
      descriptionHTML: '',
      url: 'https://react.example/',
      imageURL: '/api/tiles/React.svg',
      tags: [
        { slug: 'ui', name: 'UI' },
        { slug: 'frameworks', name: 'Frameworks' },
      ],
      upvoteCount: 0,
      bookmarkCount: 0,
      status: 'approved',
      submitter: { handle: 'ada', name: 'Ada', avatarURL: null },
      createdAt: '2026-06-01T12:00:00.000Z',
      approvedAt: '2026-06-01T12:00:00.000Z',
    },
  });
});

it.each(['pending', 'rejected'] as const)('hides a %s product', async (status) => {
  await buildProduct(api.db, { slug: 'hidden', status, tags: ['UI'] });

  expect((await api.request('GET', '/api/products/hidden')).status).toBe(404);
  expect((await api.request('GET', '/api/products/hidden/related')).status).toBe(404);
  expect((await readPage('sort=new')).products).toEqual([]);
});

it('shows a hidden product and its related products to its submitter and to moderators alone', async () => {
  const ada = await buildUser(api.db);
  await buildProduct(api.db, { slug: 'hidden', status: 'rejected', submitterId: ada.id, tags: ['UI'] });
  await buildProduct(api.db, { slug: 'shown', tags: ['UI'] });
  const open = async (path: string, user?: { id: string }) => {
    const headers = user && (await api.signIn(user));
    const answered = await api.request('GET', `/api/products/${path}`, { headers });
    return [answered.status, answered.headers.get('cache-control')];
  };

  const moderator = await buildUser(api.db, { role: 'moderator' });
  for (const path of ['hidden', 'hidden/related']) {
    expect(await open(path, ada)).toEqual([200, 'private, no-store']);
    expect(await open(path, moderator)).toEqual([200, 'private, no-store']);
    expect(await open(path, await buildUser(api.db))).toEqual([404, 'private, no-store']);
    expect(await open(path)).toEqual([404, 'private, no-store']);
  }
});

it('says that a removed product is gone', async () => {
  await buildProduct(api.db, { slug: 'removed', status: 'removed' });

  expect(await api.request('GET', '/api/products/removed')).toMatchObject({
    status: 410,
    body: { code: 'gone' },
  });
});

it('tells where a former slug has moved', async () => {
  const product = await buildProduct(api.db, { slug: 'new-name' });
  await api.db.insert(productSlugs).values({ slug: 'old-name', productId: product.id });

  expect(await api.request('GET', '/api/products/old-name')).toMatchObject({
    status: 404,
    body: { code: 'not_found', fields: { movedTo: 'new-name' } },
  });
});

it('orders hot by votes and age, new by age, top by votes', async () => {
  const old = await buildProduct(api.db, { slug: 'old-with-many', approvedAt: hoursAgo(20) });
  await buildProduct(api.db, { slug: 'fresh', approvedAt: hoursAgo(1) });
  const middle = await buildProduct(api.db, { slug: 'middle-with-few', approvedAt: hoursAgo(10) });
  await buildUpvotes(api.db, old.id, 20);
  await buildUpvotes(api.db, middle.id, 10);

  // Ten times the votes are worth 12.5 hours.
  expect(await readAllSlugs('sort=hot')).toEqual(['middle-with-few', 'fresh', 'old-with-many']);
  expect(await readAllSlugs('sort=new')).toEqual(['fresh', 'middle-with-few', 'old-with-many']);
  expect(await readAllSlugs('sort=top')).toEqual(['old-with-many', 'middle-with-few', 'fresh']);
});

it('keeps votes that do not weigh yet out of every order, but not out of the count', async () => {
  await buildProduct(api.db, {
    slug: 'trusted',
    upvoteCount: 1,
    rankingUpvoteCount: 1,
    approvedAt: hoursAgo(5),
  });
  await buildProduct(api.db, {
    slug: 'pushed',
    upvoteCount: 50,
    rankingUpvoteCount: 0,
    approvedAt: hoursAgo(6),
  });

  const { products: top } = await readPage('sort=top');

  expect(top.map(({ slug, upvoteCount }) => [slug, upvoteCount])).toEqual([
    ['trusted', 1],
    ['pushed', 50],
  ]);
  expect(await readAllSlugs('sort=hot')).toEqual(['trusted', 'pushed']);
});

it('limits a top list to products approved within the period', async () => {
  for (const hours of [23, 25, 24 * 6, 24 * 8, 24 * 29, 24 * 31]) {
    await buildProduct(api.db, { slug: `h${hours}`, approvedAt: hoursAgo(hours) });
  }

  expect((await readAllSlugs('sort=top&period=day')).sort()).toEqual(['h23']);
  expect((await readAllSlugs('sort=top&period=week')).sort()).toEqual(['h144', 'h23', 'h25']);
  expect(await readAllSlugs('sort=top&period=month&limit=2')).toHaveLength(5);
  expect(await readAllSlugs('sort=top&period=all')).toHaveLength(6);
});

it('lists the products of a tag, and says so when there is no such tag', async () => {
  await buildProduct(api.db, { slug: 'a', tags: ['Icons'] });
  await buildProduct(api.db, { slug: 'b', tags: ['Fonts', 'Icons'] });
  await buildProduct(api.db, { slug: 'c', tags: ['Fonts'] });

  expect((await readAllSlugs('tag=icons')).sort()).toEqual(['a', 'b']);
  expect(await api.request('GET', '/api/products?tag=nothing')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

it.each(['hot', 'new', 'top'])(
  'pages through %s while others are added: none twice, none missing',
  async (sort) => {
    for (let n = 0; n < 40; n += 1) {
      // Many share an instant and a count, as an import makes them.
      await buildProduct(api.db, { slug: `p${n}`, approvedAt: hoursAgo(n % 4), rankingUpvoteCount: n % 3 });
    }
    const slugs = await readAllSlugs(`sort=${sort}&limit=7`, async (page) => {
      await buildProduct(api.db, {
        slug: `added-first-${page}`,
        approvedAt: hoursAgo(0),
        rankingUpvoteCount: 9,
      });
      await buildProduct(api.db, {
        slug: `added-last-${page}`,
        approvedAt: hoursAgo(9),
        rankingUpvoteCount: 0,
      });
    });

    const old = slugs.filter((slug) => !slug.startsWith('added'));
    expect([...new Set(slugs)]).toHaveLength(slugs.length);
    expect(old.sort()).toEqual(Array.from({ length: 40 }, (_, n) => `p${n}`).sort());
  },
);

it('meets only the product that votes have moved a second time', async () => {
  for (let n = 0; n < 20; n += 1) await buildProduct(api.db, { slug: `p${n}`, rankingUpvoteCount: 40 - n });

  const slugs = await readAllSlugs('sort=top&limit=5', async (page) => {
    if (page === 0)
      await api.db.update(products).set({ rankingUpvoteCount: 1 }).where(eq(products.slug, 'p2'));
  });

  expect(slugs.filter((slug) => slug === 'p2')).toHaveLength(2);
  expect([...new Set(slugs)]).toHaveLength(20);
  expect(slugs).toHaveLength(21);
});

it.each([
  'after=zzz',
  'after=',
  'sort=best',
  'period=year',
  'limit=ten',
  `tag=${'x'.repeat(301)}`,
  'tag=%00',
  `sort=new&after=${cursorOf('new', '0000-01-01T00:00:00Z', '1')}`,
  `sort=top&after=${cursorOf('top', 3_000_000_000, '1', null)}`,
  `sort=top&after=${cursorOf('top', 1, '1', '0000-01-01T00:00:00Z')}`,
])('refuses %s', async (query) => {
  expect(await api.request('GET', `/api/products?${query}`)).toMatchObject({
    status: 400,
    body: { isError: true, code: 'bad_request', requestId: expect.any(String) },
  });
});

it('refuses a cursor of another order', async () => {
  for (let n = 0; n < 3; n += 1) await buildProduct(api.db);
  const { nextCursor } = await readPage('sort=new&limit=1');

  expect((await api.request('GET', `/api/products?sort=hot&after=${nextCursor ?? ''}`)).status).toBe(400);
});

it('relates products by the tags they share', async () => {
  await buildProduct(api.db, { slug: 'mine', tags: ['Icons', 'Fonts'] });
  await buildProduct(api.db, { slug: 'one-tag', tags: ['Icons'], rankingUpvoteCount: 99 });
  await buildProduct(api.db, { slug: 'both-tags', tags: ['Icons', 'Fonts'] });
  await buildProduct(api.db, { slug: 'no-tag', tags: ['Colours'] });

  const { body } = await api.request('GET', '/api/products/mine/related');

  const { products: related } = z.object({ products: z.array(z.object({ slug: z.string() })) }).parse(body);
  expect(related.map(({ slug }) => slug)).toEqual(['both-tags', 'one-tag']);
});

it('shows a write within a second, and at once where it was made', async () => {
  await buildProduct(api.db, { slug: 'first' });
  expect(await readAllSlugs('sort=new')).toEqual(['first']);
  await buildProduct(api.db, { slug: 'second' });

  api.deps().responseCache.clear();

  expect(await readAllSlugs('sort=new')).toEqual(['second', 'first']);
});
