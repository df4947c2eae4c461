import { structuredData, writeStructuredData } from '@/lib/pages/structured-data';
import { summarizeProduct } from '@/lib/pages/product-summary';
import { site } from '@/lib/site';
import { buildWireProduct } from '../../setup/build-product';

it('describes a product with its path from the home page and its upvotes', () => {
  const product = buildWireProduct(7, {
    ...{ name: 'A & B', tags: [{ slug: 'c++', name: 'C++' }], url: 'https://a.example/b c?"' },
  });
  expect(structuredData('/[noun]/[slug]', { content: { product, related: [] } })).toEqual([
    {
      '@type': 'SoftwareApplication',
      name: 'A & B',
      description: product.tagline,
      url: 'http://localhost:3000/tool/product-7',
      sameAs: 'https://a.example/b%20c?%22',
      image: 'http://localhost:3000/api/tiles/Product%207.svg',
      keywords: 'C++',
      datePublished: '2026-11-01T00:00:00.000Z',
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: 7,
      },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'http://localhost:3000/' },
        { '@type': 'ListItem', position: 2, name: 'C++', item: 'http://localhost:3000/tag/c%2B%2B' },
        { '@type': 'ListItem', position: 3, name: 'A & B', item: 'http://localhost:3000/tool/product-7' },
      ],
    },
  ]);
});

it('names the site and its search on the home page', () => {
  expect(structuredData('/', {})).toEqual([
    {
      '@type': 'WebSite',
      name: site.name,
      url: 'http://localhost:3000/',
      potentialAction: {
        '@type': 'SearchAction',
        target: 'http://localhost:3000/search?q={q}',
        'query-input': 'required name=q',
      },
    },
  ]);
});

it.each([
  ['/api/images/a', { image: 'http://localhost:3000/api/images/a' }],
  ['https://avatars.example/a', { image: 'https://avatars.example/a' }],
  [null, {}],
])('describes a member with the avatar %s', (avatarURL, image) => {
  const profile = {
    ...{ handle: 'ada', name: 'Ada', avatarURL, createdAt: '2026-11-01T00:00:00.000Z' },
    productCount: 3,
  };
  expect(structuredData('/u/[handle]', { content: { profile } })).toEqual([
    {
      '@type': 'ProfilePage',
      dateCreated: '2026-11-01T00:00:00.000Z',
      mainEntity: {
        '@type': 'Person',
        name: 'Ada',
        alternateName: 'ada',
        url: 'http://localhost:3000/u/ada',
        ...image,
        agentInteractionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: { '@type': 'WriteAction' },
          userInteractionCount: 3,
        },
      },
    },
  ]);
});

it('lists the products of a tag in their order, and nothing of an empty list', () => {
  const products = [buildWireProduct(1), buildWireProduct(2)].map(summarizeProduct);
  const tag = { slug: 'design', name: 'Design' };
  const [trail, list] = structuredData('/tag/[slug]', { content: { tag, products } });
  expect(trail).toMatchObject({ itemListElement: [{ name: 'Tags' }, { name: 'Design' }] });
  expect(list).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      { position: 1, url: 'http://localhost:3000/tool/product-1' },
      { position: 2, url: 'http://localhost:3000/tool/product-2' },
    ],
  });
  expect(structuredData('/new', { content: { tag: null, products: [] } })).toEqual([]);
});

it('lists the alternatives to a product, and nothing for a removed one', () => {
  const products = [buildWireProduct(1)].map(summarizeProduct);
  const subject = { id: '9', slug: 'zed', name: 'Zed', status: 'approved' };
  const [trail, list] = structuredData('/[noun]/[slug]/alternatives', { content: { subject, products } });
  expect(trail).toMatchObject({
    itemListElement: [
      { name: 'Home' },
      { name: 'Zed', item: 'http://localhost:3000/tool/zed' },
      { name: 'Alternatives', item: 'http://localhost:3000/tool/zed/alternatives' },
    ],
  });
  expect(list).toMatchObject({ itemListElement: [{ url: 'http://localhost:3000/tool/product-1' }] });
  const removed = { ...subject, name: undefined };
  expect(structuredData('/[noun]/[slug]/alternatives', { content: { subject: removed, products } })).toEqual(
    [],
  );
});

it.each(['/tag/[slug]', '/[noun]/[slug]', '/u/[handle]', '/support'])(
  'says nothing of %s when it failed to load',
  (page) => {
    expect(structuredData(page, { failure: { code: 'unavailable' } })).toEqual([]);
    expect(structuredData(page, { missingSlug: 'gone' })).toEqual([]);
  },
);

it('cannot be ended by a text', () => {
  const data = [{ '@type': 'Person', name: '</script><script>alert(1)</script><!--' }];
  const text = writeStructuredData(data);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual([{ '@context': 'https://schema.org', ...data[0] }]);
});
