import { loadProductListPage } from '@/lib/pages/load-product-list';
import { buildOverview } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';

type Load = typeof loadProductListPage;

function load(list: Parameters<Load>[1], query: Parameters<Load>[2]) {
  fakeApi({
    'GET /fields': () => ok({ fields: [] }),
    'GET /products': () => ok({ products: [], nextCursor: null }),
    'GET /overview': () => ok(buildOverview()),
    'GET /tags': () => ok({ tags: [] }),
    'GET /tags/old': () => refuse(404, 'not_found', 'It has moved.', { movedTo: 'new-one' }),
  });
  return loadProductListPage({ statusCode: 200, setHeader: () => undefined }, list, query);
}

it.each([
  [{ sort: 'hot', isTagPage: true }, { slug: 'old' }, '/tag/new-one'],
  [{ sort: 'new' }, { tag: 'old', after: '31.a b' }, '/new?tag=new-one&after=31.a%20b'],
  [
    { sort: 'top', period: 'week', isTagPage: true },
    { slug: 'old', sort: 'top', period: 'week', price: ['free', 'paid'], size: 'l', after: ['9.x', '8.x'] },
    '/tag/new-one?sort=top&period=week&price=free&price=paid&size=l&after=9.x',
  ],
] as const)('leads %j with %j to the list of the tag’s present slug', async (list, query, destination) => {
  const given = Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
  );
  expect(await load(list, given)).toEqual({ redirect: { destination, statusCode: 308 } });
});
