import { eq } from 'drizzle-orm';
import { productPage } from '@/lib/contract/product';
import { products } from '@/server/db/schema';
import { buildProduct, buildUpvotes } from '../../setup/build';
import { cursorSigner, setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const hourMs = 60 * 60 * 1000;
const hoursAgo = (hours: number) => new Date(testNow.getTime() - hours * hourMs);

async function readPage(query: string) {
  const { body } = await api.request('GET', `/api/products?${query}`);
  return productPage.parse(body);
}

/** Builds a cursor that the server would not issue, signed as if it had. */
const cursorOf = (...fields: unknown[]) =>
  cursorSigner.sign(`31.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`);

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

it('leaves descriptions out, which no list shows', async () => {
  await buildProduct(api.db, { slug: 'react', description: 'Long.', descriptionHTML: '<p>Long.</p>' });
  const { body } = await api.request('GET', '/api/products');
  expect(productPage.parse(body).products.map(({ slug }) => slug)).toEqual(['react']);
  expect(JSON.stringify(body)).not.toContain('Long.');
});

it('orders hot by upvotes and age, new by age, top by upvotes', async () => {
  await buildProduct(api.db, { slug: 'fresh', approvedAt: hoursAgo(1) });
  await buildProduct(api.db, { slug: 'newest', approvedAt: hoursAgo(0) });
  const upvoted: [slug: string, daysOld: number, upvoteCount: number][] = [
    ['new-with-few', 1, 2],
    ['old-with-many', 8, 21],
    ['older-with-many', 9, 20],
    ['oldest-with-one', 300, 1],
  ];
  for (const [slug, daysOld, count] of upvoted) {
    const { id } = await buildProduct(api.db, { slug, approvedAt: hoursAgo(24 * daysOld) });
    await buildUpvotes(api.db, id, count);
  }

  // Ten times as many upvotes outweigh a week, and products without any come last.
  expect(await readAllSlugs('sort=hot')).toEqual([
    ...['old-with-many', 'new-with-few', 'older-with-many', 'oldest-with-one'],
    ...['newest', 'fresh'],
  ]);
  expect(await readAllSlugs('sort=new')).toEqual([
    ...['newest', 'fresh', 'new-with-few', 'old-with-many', 'older-with-many', 'oldest-with-one'],
  ]);
  expect(await readAllSlugs('sort=top')).toEqual([
    ...['old-with-many', 'older-with-many', 'new-with-few', 'oldest-with-one', 'newest', 'fresh'],
  ]);
});

it('orders by the upvotes that count in the ranking, and shows the count of all upvotes', async () => {
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

it('lists the products of a tag, and returns 404 for an unknown tag', async () => {
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
  'returns each product of %s once across pages while products are added',
  async (sort) => {
    for (let n = 0; n < 40; n += 1) {
      // Many products have the same time and count, as after an import.
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

it('repeats only the product that new upvotes moved to a later page', async () => {
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
])('rejects the query %s', async (query) => {
  expect(await api.request('GET', `/api/products?${query}`)).toMatchObject({
    status: 400,
    body: { isError: true, code: 'bad_request', requestId: expect.any(String) },
  });
});

it('rejects a cursor of another order', async () => {
  for (let n = 0; n < 3; n += 1) await buildProduct(api.db);
  const { nextCursor } = await readPage('sort=new&limit=1');

  expect((await api.request('GET', `/api/products?sort=hot&after=${nextCursor ?? ''}`)).status).toBe(400);
});

it('rejects a cursor that is not signed, or signed by another site', async () => {
  const fields = Buffer.from('["new","2026-06-01T12:00:00.000Z","1"]').toString('base64url');
  const [signature] = cursorSigner.sign(`31.${fields}`).split('.').slice(-1);
  const read = (cursor: string) => api.request('GET', `/api/products?sort=new&after=${cursor}`);
  expect((await read(`31.${fields}.${signature}`)).status).toBe(200);
  for (const cursor of [fields, `31.${fields}`, `32.${fields}.${signature}`, `31.${fields}.x${signature}`]) {
    expect(await read(cursor)).toMatchObject({
      status: 400,
      body: {
        message: "This link to the next page isn't valid. Please start from the first page.",
        fields: { after: 'Not a cursor of this list.' },
      },
    });
  }
});

it('shows a new product after the response cache is cleared', async () => {
  await buildProduct(api.db, { slug: 'first' });
  expect(await readAllSlugs('sort=new')).toEqual(['first']);
  await buildProduct(api.db, { slug: 'second' });

  api.deps().responseCache.clear();

  expect(await readAllSlugs('sort=new')).toEqual(['second', 'first']);
});
