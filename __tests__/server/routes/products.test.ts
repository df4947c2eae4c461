import { z } from 'zod';
import { productPage } from '@/lib/contract/product';
import { productSlugs } from '@/server/db/schema';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

async function readPage(query: string) {
  const { body } = await api.request('GET', `/api/products?${query}`);
  return productPage.parse(body);
}

it('returns all fields of an approved product, and nothing about the viewer', async () => {
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
      iconURL: '/api/tiles/React.svg',
      iconSource: 'generated',
      screenshotURL: null,
      imageURL: '/api/tiles/React.svg',
      tags: [
        { slug: 'ui', name: 'UI' },
        { slug: 'frameworks', name: 'Frameworks' },
      ],
      upvoteCount: 0,
      bookmarkCount: 0,
      standing: { place: 1, productCount: 1, rankingUpvoteCount: 0 },
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

it('shows a hidden product and its related products only to its submitter and to moderators', async () => {
  const ada = await buildUser(api.db);
  await buildProduct(api.db, { slug: 'hidden', status: 'rejected', submitterId: ada.id, tags: ['UI'] });
  await buildProduct(api.db, { slug: 'shown', tags: ['UI'] });
  const open = async (path: string, user?: { id: string }) => {
    const headers = user && (await api.signIn(user));
    const response = await api.request('GET', `/api/products/${path}`, { headers });
    return [response.status, response.headers.get('cache-control')];
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

it('returns the current slug for a former slug', async () => {
  const product = await buildProduct(api.db, { slug: 'new-name' });
  await api.db.insert(productSlugs).values({ slug: 'old-name', productId: product.id });

  expect(await api.request('GET', '/api/products/old-name')).toMatchObject({
    status: 404,
    body: { code: 'not_found', fields: { movedTo: 'new-name' } },
  });
});

it('returns alternatives first, then products that share rare tags and words, and not the list of a frequent tag', async () => {
  const mine = await buildProduct(api.db, {
    slug: 'mine',
    tagline: 'Kites in violet',
    tags: ['Web', 'Icons'],
  });
  const alternative = await buildProduct(api.db, { slug: 'alternative', tagline: 'Other' });
  await api.pool.query(
    `INSERT INTO alternatives (product_id, alternative_id, status, created_at, decided_at) VALUES ($1, $2, 'approved', now(), now())`,
    [mine.id, alternative.id],
  );
  await buildProduct(api.db, { slug: 'both-tags', tagline: 'Nothing else', tags: ['Web', 'Icons'] });
  await buildProduct(api.db, { slug: 'same-words', tagline: 'A violet kite', tags: ['Web'] });
  await buildProduct(api.db, { slug: 'one-word', tagline: 'Violet' });
  for (let number = 0; number < 9; number += 1)
    await buildProduct(api.db, { slug: `web-${number}`, tagline: 'Nothing else', tags: ['Web'] });

  const { body } = await api.request('GET', '/api/products/mine/related');

  const { products: related } = z.object({ products: z.array(z.object({ slug: z.string() })) }).parse(body);
  const slugs = related.map(({ slug }) => slug);
  expect(slugs[0]).toBe('alternative');
  expect(slugs.slice(1, 3).toSorted()).toEqual(['both-tags', 'same-words']);
  expect(slugs.slice(3)).toEqual(['web-8', 'web-7', 'web-6']);
});
