import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SearchPage, { getServerSideProps } from '@/pages/search';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPageAt, loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const hit = (id: string) => ({
  objectID: id,
  id,
  title: `Result ${id}`,
  imageURL: `/api/tiles/${id}.svg`,
  url: `/tool/${id}`,
  content: 'What it does',
  tags: ['Editors'],
  upvoteCount: 0,
});

type Found = { ids?: string[]; nbHits?: number; nbPages?: number; tags?: Record<string, number> };
type Answers = Parameters<typeof fakeApi>[0];

/** Answers every search. Returns the requests so far. */
function fakeSearch(
  { ids = ['a'], nbHits = ids.length, nbPages = 1, tags = {} }: Found = {},
  others: Answers = {},
) {
  const requests: unknown[] = [];
  const results = [{ hits: ids.map(hit), nbHits, page: 0, nbPages, facets: { tags } }];
  fakeApi({
    'GET /fields': () => ok({ fields: [] }),
    // Names of tags, not slugs.
    'GET /tags/ui': () => refuse(404, 'not_found', 'There is no such tag.'),
    'GET /tags/t2': () => refuse(404, 'not_found', 'There is no such tag.'),
    'GET /tags/Editors': () => refuse(404, 'not_found', 'There is no such tag.'),
    ...others,
    'POST /1/indexes/*/queries': (_path, body) => {
      requests.push(body);
      return new Response(JSON.stringify({ results }), { headers: { 'content-type': 'application/json' } });
    },
  });
  return requests;
}

const open = async (path: string) =>
  renderScreen(<SearchPage {...await loadPropsAt(getServerSideProps, path)} />);
const hrefsOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('asks for words when there are none', async () => {
  const requests = fakeSearch();
  const { head } = await open('/search?q=%20');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Search tools');
  expect(requests).toEqual([]);
  expect(head()).toContain('<title>Search tools · Listgrove');
});

it('lists the results with links to the other pages', async () => {
  const requests = fakeSearch({ ids: ['a', 'b'], nbHits: 65, nbPages: 3 });
  await open('/search?q=%20paged%20&page=2');

  expect(requests).toMatchObject([{ requests: [{ query: 'paged', page: 1, facets: ['tags'] }] }]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Results for “paged”');
  expect(screen.getByRole('searchbox', { name: 'Search for' })).toHaveValue('paged');
  expect(screen.getByText('65 results, page 2 of 3')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Result aWhat it does…Editors0',
    'Result bWhat it does…Editors0',
  ]);
  expect(screen.getByRole('link', { name: 'Result b' })).toHaveAttribute('href', '/tool/b');
  expect(hrefsOf('Pages')).toEqual(['/search?q=paged', '/search?q=paged&page=3']);
  expect(screen.queryByRole('navigation', { name: 'Filter by tag' })).toBeNull();
});

it.each([
  ['first', 1, ['/search?q=first&page=2']],
  ['last', 2, ['/search?q=last']],
])('leads from the %s page only to pages that exist', async (query, page, hrefs) => {
  fakeSearch({ nbHits: 31, nbPages: 2 });
  await open(`/search?q=${query}&page=${page}`);
  expect(hrefsOf('Pages')).toEqual(hrefs);
});

it('has no page links for a single page', async () => {
  fakeSearch();
  await open('/search?q=single');
  expect(screen.getByText('1 result')).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

it.each([
  ['0', 0],
  ['-1', 0],
  ['1.5', 0],
  ['x', 0],
  ['1000', 999],
  ['1001', 0],
])('reads page %s', async (page, sent) => {
  const requests = fakeSearch();
  await open(`/search?q=page-${page}&page=${page}`);
  expect(requests).toMatchObject([{ requests: [{ page: sent }] }]);
});

it('filters by one of the eight tags with the most results', async () => {
  const counts = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`t${index}`, 1_500 - index]));
  const requests = fakeSearch({ tags: { ...counts, rare: 1 } });
  await open('/search?q=tags&tag=t2');

  expect(requests).toMatchObject([{ requests: [{ filters: 'tags:"t2"' }] }]);
  const links = within(screen.getByRole('navigation', { name: 'Filter by tag' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    't2, remove filter',
    ...[0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(
      (index) => `t${index}${(1_500 - index).toLocaleString('en')}`,
    ),
  ]);
  expect(hrefsOf('Filter by tag').slice(0, 2)).toEqual(['/search?q=tags', '/search?q=tags&tag=t0']);
  expect(links[0]).toHaveAttribute('aria-current', 'true');
});

it('orders the results as the link says, and keeps the tag', async () => {
  const requests = fakeSearch({ ids: ['a', 'b'] });
  await open('/search?q=ordered&tag=ui&order=newest');

  expect(requests).toMatchObject([{ requests: [{ indexName: 'tool-fyi-newest' }] }]);
  expect(hrefsOf('Order')).toEqual([
    '/search?q=ordered&tag=ui',
    '/search?q=ordered&tag=ui&order=upvotes',
    '/search?q=ordered&tag=ui&order=newest',
  ]);
  expect(screen.getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'true');
});

it('offers two tags, but not one, which would filter nothing', async () => {
  fakeSearch({ tags: { one: 1, two: 2 } });
  const { unmount } = await open('/search?q=two-tags');
  expect(hrefsOf('Filter by tag')).toEqual(['/search?q=two-tags&tag=two', '/search?q=two-tags&tag=one']);
  unmount();

  fakeSearch({ tags: { one: 1 } });
  await open('/search?q=one-tag');
  expect(screen.queryByRole('navigation', { name: 'Filter by tag' })).toBeNull();
});

it('upvotes a result, and opens its website with the key v', async () => {
  const tab = { opener: {}, location: { href: '' } };
  Reflect.set(window, 'open', () => tab);
  fakeSearch(
    {},
    { 'GET /products/a': () => ok({ product: buildWireProduct(1, { url: 'https://a.test/' }) }) },
  );
  await open('/search?q=acted-on');

  screen.getByRole('link', { name: 'Result a' }).focus();
  await userEvent.keyboard('v');
  await waitFor(() => expect(tab).toEqual({ opener: null, location: { href: 'https://a.test/' } }));
  await userEvent.click(screen.getByRole('button', { name: 'Upvote Result a, 0' }));
  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
});

it('filters by the tag of a result', async () => {
  fakeSearch();
  await open('/search?q=by-tag&order=newest');
  expect(screen.getByRole('link', { name: 'Editors' })).toHaveAttribute(
    'href',
    '/search?q=by-tag&tag=Editors&order=newest',
  );
});

it('says that nothing was found, and leads to close tags, all tags and a submission', async () => {
  const tags = [
    { slug: 'editors', name: 'Editors', productCount: 3 },
    { slug: 'css', name: 'CSS', productCount: 2 },
  ];
  fakeSearch({ ids: [], nbPages: 0 }, { 'GET /tags': () => ok({ tags }) });
  await open('/search?q=editrs');
  expect(screen.getByText('No Result found')).toBeInTheDocument();
  const close = within(screen.getByRole('list', { name: 'Tags that come close' }));
  expect(close.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/tag/editors']);
  expect(screen.getByRole('link', { name: 'Browse all tags' })).toHaveAttribute('href', '/tags');
  expect(screen.getByRole('link', { name: 'Submit it' })).toHaveAttribute(
    'href',
    '/account/submit?name=editrs',
  );
});

it('searches for another text in the same order and with the same filters', async () => {
  fakeSearch();
  await open('/search?q=react&tag=Editors&order=newest');
  const form = screen.getByRole('search', { name: 'All results' });
  if (!(form instanceof HTMLFormElement)) throw new Error('No form.');
  expect([...new FormData(form)]).toEqual([
    ['q', 'react'],
    ['tag', 'Editors'],
    ['order', 'newest'],
  ]);
});

it('has the text of its address in the field when Back brings the page as it was left', async () => {
  fakeSearch();
  await open('/search?q=react');
  const field = screen.getByRole('searchbox', { name: 'Search for' });
  await userEvent.clear(field);
  await userEvent.type(field, 'vue');
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(field).toHaveValue('react');
});

it('says that the search does not answer, and how to go on, and forbids to store it', async () => {
  fakeApi({
    'GET /fields': () => ok({ fields: [] }),
    'POST /1/indexes/*/queries': () => new Response('no', { status: 500 }),
  });
  const { status, headers } = await loadPageAt(getServerSideProps, '/search?q=failing');
  expect([status, headers['cache-control']]).toEqual([503, 'private, no-cache, no-store']);

  await open('/search?q=failing&order=upvotes');
  expect(screen.getByText("Search isn't available right now")).toBeInTheDocument();
  expect(screen.queryByText('No Result found')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/search?q=failing&order=upvotes',
  );
  expect(screen.getByRole('link', { name: 'Browse all tags' })).toHaveAttribute('href', '/tags');
});
