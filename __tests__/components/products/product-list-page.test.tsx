import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import HomePage, { getServerSideProps as loadHome } from '@/pages/index';
import NewPage, { getServerSideProps as loadNew } from '@/pages/new';
import TagPage, { getServerSideProps as loadTag } from '@/pages/tag/[slug]';
import TopPage, { getServerSideProps as loadTop } from '@/pages/top/[period]';
import { provideNotices } from '@/lib/in-process';
import type { Product } from '@/lib/contract/product';
import { buildOverview, buildWireProduct, buildWireProducts } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPageAt, loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const tags = Array.from({ length: 10 }, (_, index) => ({
  slug: `tag-${index}`,
  name: `Tag ${index}`,
  productCount: 20 - index,
}));
const tagSlugs = (from: number, to: number) => tags.slice(from, to).map(({ slug }) => slug);

function fakeList(products: Product[] = buildWireProducts(1, 2), nextCursor: string | null = null) {
  return fakeApi({
    'GET /products': () => ok({ products, nextCursor }),
    'GET /overview': () => ok(buildOverview({ tags })),
    'GET /tags': () => ok({ tags }),
    ...Object.fromEntries(
      tags.map((tag) => [
        `GET /tags/${tag.slug}`,
        () => ok({ tag: { ...tag, description: '', ancestors: [], children: [] } }),
      ]),
    ),
    'GET /tags/none': () => refuse(404, 'not_found', "This tag doesn't exist."),
    'GET /fields': () => ok({ fields: [] }),
  });
}

/** Each link as its path, with a star if it is the current one. */
const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => `${link.getAttribute('href')}${link.hasAttribute('aria-current') ? ' *' : ''}`);
const rowLink = (name: string) => within(screen.getByRole('heading', { name })).getByRole('link');
const headline = () => screen.getByRole('heading', { level: 1 }).textContent;

it('shows the hot list with its orders and the eight tags most in demand', async () => {
  const api = fakeList();
  const { head } = renderScreen(<HomePage {...await loadPropsAt(loadHome, '/')} />);

  expect(api.calls()).toEqual(['GET /fields', 'GET /products?sort=hot', 'GET /overview']);
  expect(headline()).toBe('The best web tools, found and ranked by the people who use them.');
  expect(linksOf('Order')).toEqual(['/ *', '/new', '/top/week']);
  expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull();
  expect(linksOf('Filter by tag')).toEqual([...tagSlugs(0, 8).map((slug) => `/?tag=${slug}`), '/tags']);
  expect(rowLink('Product 2')).toHaveAttribute('href', '/tool/product-2');
  expect(head()).toContain('<link rel="canonical" href="http://localhost:3000/">');
});

it('continues a filtered list, offers the tag itself, and names the page of the tag as the canonical one', async () => {
  const api = fakeList();
  const path = '/new?tag=tag-9&after=31.abc';
  const { head, pushed } = renderScreen(<NewPage {...await loadPropsAt(loadNew, path)} />);

  expect(api.calls()).toEqual([
    'GET /fields',
    'GET /products?sort=new&tag=tag-9&after=31.abc',
    'GET /overview',
    'GET /tags/tag-9',
  ]);
  expect(headline()).toBe('New tools tagged Tag 9');
  expect(linksOf('Order')).toEqual(['/?tag=tag-9', '/new?tag=tag-9 *', '/top/week?tag=tag-9']);
  expect(linksOf('Filter by tag')).toEqual([
    '/new *',
    ...tagSlugs(0, 7).map((slug) => `/new?tag=${slug}`),
    '/tags',
  ]);
  expect(head()).toContain(
    '<link rel="canonical" href="http://localhost:3000/tag/tag-9?sort=new&after=31.abc">',
  );

  await userEvent.click(screen.getByRole('link', { name: /^Tag 9\b.*remove filter$/ }));
  expect(pushed).toEqual(['/new']);
});

it('shows the top list with its periods', async () => {
  const api = fakeList();
  renderScreen(<TopPage {...await loadPropsAt(loadTop, '/top/month?tag=tag-0', { period: 'month' })} />);

  expect(api.calls()).toEqual([
    'GET /fields',
    'GET /products?sort=top&period=month&tag=tag-0',
    'GET /overview',
    'GET /tags/tag-0',
  ]);
  expect(headline()).toBe('Top tools tagged Tag 0 this month');
  expect(linksOf('Order')).toEqual(['/?tag=tag-0', '/new?tag=tag-0', '/top/week?tag=tag-0 *']);
  expect(linksOf('Period')).toEqual([
    '/top/day?tag=tag-0',
    '/top/week?tag=tag-0',
    '/top/month?tag=tag-0 *',
    '/top/all?tag=tag-0',
  ]);
  expect(linksOf('Filter by tag').slice(0, 2)).toEqual(['/top/month *', '/top/month?tag=tag-1']);
});

it('shows the page of a tag with its number of products and no other tags', async () => {
  fakeList();
  const path = '/tag/tag-3?sort=top&period=week';
  const { head } = renderScreen(<TagPage {...await loadPropsAt(loadTag, path, { slug: 'tag-3' })} />);

  expect(headline()).toBe('Tag 3');
  expect(screen.getByText('17 tools with this tag').parentElement).toHaveTextContent(
    /^17 tools with this tag · \w+ \d+–/,
  );
  expect(linksOf('Order')).toEqual([
    '/tag/tag-3',
    '/tag/tag-3?sort=new',
    '/tag/tag-3?sort=top&period=week *',
  ]);
  expect(linksOf('Period')[1]).toBe('/tag/tag-3?sort=top&period=week *');
  expect(screen.queryByRole('navigation', { name: 'Filter by tag' })).toBeNull();
  expect(head()).toContain(
    '<link rel="canonical" href="http://localhost:3000/tag/tag-3?sort=top&period=week">',
  );
});

it.each([
  ['/top/day', 'day', 'See all-time top', '/top/all', 'as soon as there are some.'],
  ['/top/all?tag=tag-0', 'all', 'See the newest', '/new', 'The best tools tagged Tag 0 will be listed here.'],
])('says that %s is empty, and leads on', async (path, period, action, href, sentence) => {
  fakeList([]);
  renderScreen(<TopPage {...await loadPropsAt(loadTop, path, { period })} />);

  expect(screen.getByText('No tools here yet')).toBeInTheDocument();
  expect(screen.getByText(sentence, { exact: false })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: action })).toHaveAttribute('href', href);
});

it('begins with the rank of its cursor', async () => {
  fakeList();
  renderScreen(<HomePage {...await loadPropsAt(loadHome, '/?after=31.abc&from=7')} />);
  expect(document.querySelector('.row-rank')).toHaveTextContent(/^31$/);
});

it('answers 404 for a tag, an order and a period that do not exist', async () => {
  fakeList();
  const missing = { result: { notFound: true }, status: 200, headers: {} };
  expect(await loadPageAt(loadHome, '/?tag=none')).toEqual(missing);
  expect(await loadPageAt(loadTag, '/tag/none', { slug: 'none' })).toEqual(missing);
  expect(await loadPageAt(loadTag, '/tag/tag-1?sort=old', { slug: 'tag-1' })).toEqual(missing);
  expect(await loadPageAt(loadTag, '/tag/tag-1?period=year', { slug: 'tag-1' })).toEqual(missing);
  expect(await loadPageAt(loadTop, '/top/year', { period: 'year' })).toEqual(missing);
});

it('groups the newest by the day of their listing, and the others not', async () => {
  const listed = (number: number, approvedAt: string) => buildWireProduct(number, { approvedAt });
  fakeList([
    listed(1, '2026-11-21T00:00:00.000Z'),
    listed(2, '2026-11-20T23:59:59.999Z'),
    listed(3, '2026-11-20T00:00:00.000Z'),
    listed(4, '2025-12-31T12:00:00.000Z'),
  ]);
  const { unmount } = renderScreen(<NewPage {...await loadPropsAt(loadNew, '/new')} />);
  const shown = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent);
  expect(shown('Saturday, November 21')).toEqual(['Product 1']);
  expect(shown('Friday, November 20')).toEqual(['Product 2', 'Product 3']);
  expect(shown('Wednesday, December 31, 2025')).toEqual(['Product 4']);
  unmount();

  renderScreen(<HomePage {...await loadPropsAt(loadHome, '/')} />);
  expect(screen.queryByRole('region', { name: 'Saturday, November 21' })).toBeNull();
});

it('has the best of the week, tags and the last submitters beside the list, and counts beside the headline', async () => {
  fakeApi({
    'GET /products': () => ok({ products: buildWireProducts(1, 1), nextCursor: null }),
    'GET /fields': () => ok({ fields: [] }),
    'GET /overview': () =>
      ok(
        buildOverview({
          topOfWeek: buildWireProducts(7, 7),
          tags: tags.slice(0, 1),
          recentSubmitters: [{ handle: 'ada', name: 'Ada Byron', avatarURL: null }],
          counts: { products: 794, productsOfWeek: 12, rankers: 1 },
        }),
      ),
  });
  renderScreen(<HomePage {...await loadPropsAt(loadHome, '/')} />);
  const rail = within(screen.getByRole('complementary', { name: 'More to explore' }));
  expect(rail.getByRole('link', { name: 'Product 7 7 upvotes' })).toHaveAttribute('href', '/tool/product-7');
  expect(rail.getByRole('link', { name: 'Tag 0 20 tools' })).toHaveAttribute('href', '/tag/tag-0');
  expect(rail.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/u/ada');
  expect(screen.getByText('794 tools').parentElement).toHaveTextContent(
    '794 tools · 12 new this week · ranked by 1 member · How ranking works',
  );
});

it('shows three sponsors beside the list', async () => {
  fakeList();
  const days = { from: '2026-11-01', until: '2026-12-01' };
  const sponsor = { ...days, name: 'Acme', text: 'Anvils', url: 'https://acme.example/' };
  const sponsors = ['Acme', 'Bolt', 'Cogs', 'Dyes'].map((name) => ({ ...sponsor, name }));
  provideNotices(() => ({ promos: [], sponsors }));
  renderScreen(<HomePage {...await loadPropsAt(loadHome, '/')} />);
  delete globalThis.siteNotices;
  const [heading, ...links] = within(screen.getByRole('region', { name: 'Sponsored' })).getAllByRole('link');
  expect(heading).toHaveAttribute('href', '/sponsors');
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual([
    ['Acme Anvils', 'https://acme.example/', 'sponsored noopener'],
    ['Bolt Anvils', 'https://acme.example/', 'sponsored noopener'],
    ['Cogs Anvils', 'https://acme.example/', 'sponsored noopener'],
  ]);
});

it('leads from a tag to those with about as many products', async () => {
  fakeList();
  renderScreen(<TagPage {...await loadPropsAt(loadTag, '/tag/tag-3', { slug: 'tag-3' })} />);
  const siblings = within(screen.getByRole('region', { name: 'Other tags' })).getAllByRole('link');
  const others = [...tagSlugs(0, 3), ...tagSlugs(4, 10)].map((slug) => `/tag/${slug}`);
  expect(siblings.map((link) => link.getAttribute('href'))).toEqual(['/tags', ...others, '/tags']);
});

it('explains the order of the hot list alone', async () => {
  fakeList();
  const { unmount } = renderScreen(<HomePage {...await loadPropsAt(loadHome, '/')} />);
  expect(screen.getByRole('link', { name: 'Why this order?' })).toHaveAttribute('href', '/ranking');
  unmount();
  renderScreen(<NewPage {...await loadPropsAt(loadNew, '/new')} />);
  expect(screen.queryByRole('link', { name: 'Why this order?' })).toBeNull();
});

it('says why a list cannot be shown', async () => {
  fakeApi({
    'GET /fields': () => ok({ fields: [] }),
    'GET /products': () => refuse(503, 'unavailable', 'The server is resting.'),
    'GET /overview': () => ok(buildOverview({ tags })),
  });
  const props = await loadPropsAt(loadHome, '/');
  expect(props).toEqual({ failure: 'unavailable' });
  renderScreen(<HomePage {...props} />);
  expect(headline()).toBe("We'll be right back");
  expect(screen.queryByRole('navigation', { name: 'Order' })).toBeNull();
});
